/** The screens of "Tell me when there are more". */
import type { Page } from 'playwright-core'
import type { Screen } from './screen.ts'
import { open, SOLD_OUT_PAGE } from './steps.ts'

const ASK = 'Tell me when there are more'
const SOLD_OUT = '48301-vacant-vip-20'
/** The buyer of the order that the shop starts with. */
const BUYER = 'ada@example.com'

export const RESTOCKS: readonly Screen[] = [
  {
    screen: 'restock',
    state: 'ask',
    shows: 'a visitor asks to be told when a sold-out package is back',
    show: openForm,
  },
  {
    screen: 'restock',
    state: 'asked',
    shows: 'the request waits for its confirmation',
    async show(page) {
      await openForm(page)
      const dialog = page.getByRole('dialog', { name: ASK })
      await dialog.getByLabel('Email').fill('walt@example.com')
      await dialog.getByRole('button', { name: 'Tell me' }).click()
      await dialog.getByText('Check your email').waitFor()
    },
  },
  {
    screen: 'restock',
    state: 'confirm',
    shows: 'the page of the email’s link',
    show: (page) => openLink(page, 'confirm'),
  },
  {
    screen: 'restock',
    state: 'confirmed',
    shows: 'the request stands',
    async show(page) {
      await openLink(page, 'confirm')
      await page.getByRole('button', { name: ASK }).click()
      await page.getByText('You are on the list').waitFor()
    },
  },
  {
    screen: 'restock',
    state: 'ended',
    shows: 'the request was ended with the link of an email',
    async show(page) {
      await openLink(page, 'end')
      await page.getByRole('button', { name: 'Stop these emails' }).click()
      await page.getByText('You will get no more of these emails').waitFor()
    },
  },
  {
    screen: 'restock',
    state: 'email',
    shows: 'the email that asks for the confirmation',
    isTall: true,
    async show(page) {
      const { id, scheme } = await ask(page)
      const mail = await page.request.get(`/sandbox/mailbox/${id}/html?scheme=${scheme}`)
      // The page before allows no styles but its own.
      await page.goto('about:blank')
      await page.setContent(await mail.text())
      await page.getByRole('link', { name: 'Stop emails' }).waitFor()
    },
  },
  {
    screen: 'desk',
    state: 'orders',
    shows: 'what a buyer bought, and what they wait for',
    isTall: true,
    async show(page) {
      await page.goto('/desk')
      const codes = (await mailsTo(page, BUYER, 'opens your orders')).length
      await page.request.post('/api/desk/codes', { data: { email: BUYER } })
      const { text } = await mailTo(page, BUYER, 'opens your orders', codes)
      const secret = /\/desk#([\w-]+)/.exec(text)?.[1]
      await page.request.post('/api/desk/open-by-link', { data: { secret } })
      await page.request.post('/api/restock-requests', { data: { packageId: SOLD_OUT, email: BUYER } })
      await open(page, '/desk', 'My orders')
      await page.getByRole('region', { name: 'Waiting for more' }).waitFor()
    },
  },
]

async function openForm(page: Page): Promise<void> {
  await page.goto(SOLD_OUT_PAGE)
  await page.getByRole('button', { name: ASK }).first().click()
  await page.getByRole('dialog', { name: ASK }).getByLabel('Email').waitFor()
}

interface FoundMail {
  id: number
  subject: string
  text: string
}

/** The emails to an address with these words in their subject, latest first. */
async function mailsTo(page: Page, address: string, words: string): Promise<FoundMail[]> {
  const mails: FoundMail[] = await (await page.request.get(`/sandbox/mailbox.json?to=${address}`)).json()
  return mails.filter(({ subject }) => subject.includes(words))
}

/** The latest of them, once there are more than so many. */
async function mailTo(page: Page, address: string, words: string, before = 0): Promise<FoundMail> {
  for (let tries = 1; tries <= 40; tries += 1) {
    const [latest, ...others] = await mailsTo(page, address, words)
    if (latest && others.length >= before) return latest
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)))
  }
  throw new Error(`no email to ${address}`)
}

let visitors = 0

/** Asks with an address of its own: a request is confirmed only once. */
async function ask(page: Page): Promise<FoundMail & { scheme: 'light' | 'dark' }> {
  visitors += 1
  const email = `visitor-${visitors}@example.com`
  await page.goto('/desk')
  await page.request.post('/api/restock-requests', { data: { packageId: SOLD_OUT, email } })
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  return { ...(await mailTo(page, email, 'Please confirm')), scheme: isDark ? 'dark' : 'light' }
}

async function openLink(page: Page, what: 'confirm' | 'end'): Promise<void> {
  const { text } = await ask(page)
  const secret = new RegExp(`#${what}=([\\w-]+)`).exec(text)?.[1]
  // Only the part after the # would change, which opens no new page.
  await page.goto('about:blank')
  await open(page, `/desk#${what}=${secret}`, what === 'confirm' ? ASK : 'Stop these emails')
  await page.getByRole('main').getByRole('button').first().waitFor()
}
