/** The lines of screens.ts about payment links: what the customer sees, and what the sender sees of it. */
import type { Page } from 'playwright-core'
import { CARDS, fillCard, payButton } from '../../e2e/support/shopping.ts'
import { openAs } from '../../e2e/support/team.ts'
import type { Screen } from './screen.ts'
import { dismissToast, open, waitForCardForm } from './steps.ts'
import { TEAM } from './team.ts'

const MAIL_ADDRESS = 'carla@example.com'

export const LINK: readonly Screen[] = [
  {
    screen: 'link',
    state: 'open',
    shows: 'for whom, for what, until when, and the card form',
    isTall: true,
    show: (page, { links }) => openLink(page, links.open),
  },
  {
    screen: 'link',
    state: 'untouched',
    shows: 'before the customer does anything: a button instead of the card form',
    isTall: true,
    async show(page, { links }) {
      await open(page, `/payment/${links.open}`, 'Your payment request')
      await page.getByRole('button', { name: 'Pay now' }).waitFor()
    },
  },
  {
    screen: 'link',
    state: 'declined',
    shows: 'the card was declined; another one may be tried',
    isTall: true,
    async show(page, { links }) {
      await openLink(page, links.declining)
      await fillCard(page, CARDS.declined)
      await payButton(page).click()
      await page.getByRole('alert').filter({ hasText: 'Payment Failed' }).first().waitFor()
      await dismissToast(page)
    },
  },
  {
    screen: 'link',
    state: 'expired',
    shows: 'its time is over',
    show: (page, { links }) => open(page, `/payment/${links.expired}`, 'Payment Request Expired'),
  },
  {
    screen: 'link',
    state: 'replaced',
    shows: 'a newer link was sent',
    show: (page, { links }) => open(page, `/payment/${links.replaced}`, 'Payment Request Expired'),
  },
  {
    screen: 'link',
    state: 'not-found',
    shows: 'a link to a request that does not exist',
    async show(page) {
      await open(page, '/payment/no-such-request', 'Payment Request Not Found')
      await dismissToast(page)
    },
  },
  {
    screen: 'link',
    state: 'paid',
    shows: 'what was paid, and what happens next',
    isTall: true,
    show: (page, { links }) => open(page, `/payment/${links.paid}`, 'Payment Successful'),
  },
  {
    screen: 'link',
    state: 'overlay',
    shows: 'the same request over the leads page, from a link to the home page',
    isTall: true,
    async show(page, { links }) {
      await page.goto(`/?token=${links.open}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Pay now' }).click()
      await waitForCardForm(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Pay \$/ })
        .waitFor()
      await dismissToast(page)
      await page.getByRole('dialog').getByRole('heading', { name: 'Your payment request' }).scrollIntoViewIfNeeded()
    },
  },
]

export const MAILBOX: readonly Screen[] = [
  {
    screen: 'mailbox',
    state: 'list',
    shows: 'what the store mailed to an address, kept by the sandbox',
    async show(page) {
      await page.goto(`/sandbox/mailbox?to=${MAIL_ADDRESS}`)
      await page.getByRole('navigation', { name: 'Messages' }).getByRole('link').first().waitFor()
    },
  },
  {
    screen: 'mailbox',
    state: 'message',
    shows: 'the mail with the payment link; by night as a mail program draws it by night',
    async show(page) {
      const { id, scheme } = await findLinkMail(page)
      await page.goto(`/sandbox/mailbox?to=${MAIL_ADDRESS}&id=${id}&view=${scheme}`)
      await page.frameLocator('main iframe').getByRole('link').first().waitFor()
    },
  },
  {
    screen: 'mailbox',
    state: 'payment-request',
    shows: 'the mail alone, whole',
    isTall: true,
    async show(page) {
      const { id, scheme } = await findLinkMail(page)
      // At its own address nothing runs, not even the code that makes a page hold still.
      const mail = await page.request.get(`/sandbox/mailbox/${id}/html?scheme=${scheme}`)
      await page.setContent(await mail.text())
      await page.getByRole('link', { name: /^Pay \$/ }).waitFor()
    },
  },
]

export const INVOICE: readonly Screen[] = [
  {
    screen: 'invoice',
    state: 'live',
    shows: 'an invoice that waits for its payment, as an administrator sees it',
    isTall: true,
    async show(page, { links }) {
      await openAs(page, TEAM.ana, `/invoice/${links.open}`)
      await page.getByRole('button', { name: 'Mark as paid' }).waitFor()
    },
  },
  {
    screen: 'invoice',
    state: 'paid',
    shows: 'an invoice that was paid, as its sender sees it',
    isTall: true,
    async show(page, { links }) {
      await openAs(page, TEAM.rita, `/invoice/${links.paid}`)
      await page.getByRole('link', { name: /^Receipt PDF/ }).waitFor()
    },
  },
  {
    screen: 'invoice',
    state: 'not-found',
    shows: 'an invoice that does not exist, or is somebody else’s',
    async show(page) {
      await openAs(page, TEAM.rita, '/invoice/no-such-invoice')
      await page.getByRole('heading', { name: 'Invoice Not Found' }).waitFor()
    },
  },
]

/** The newest email with a payment link, and the color scheme it is read in. */
async function findLinkMail(page: Page): Promise<{ id: number | undefined; scheme: 'light' | 'dark' }> {
  const mails = await page.request.get(`/sandbox/mailbox.json?to=${MAIL_ADDRESS}`)
  const found: { id: number; text: string }[] = await mails.json()
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  return { id: found.find(({ text }) => text.includes('/payment/'))?.id, scheme: isDark ? 'dark' : 'light' }
}

async function openLink(page: Page, token: string): Promise<void> {
  await open(page, `/payment/${token}`, 'Your payment request')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await waitForCardForm(page)
  await payButton(page).waitFor()
}
