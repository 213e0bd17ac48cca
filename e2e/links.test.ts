import { expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLinks } from './support/mailed-links.ts'
import { memberOf, type SentLink, sendLink } from './support/members.ts'
import { CARDS, moveToForm, payButton, payByCard, VIP_JUNIOR } from './support/shopping.ts'
import { heading, see } from './support/steps.ts'
import { ADMIN, REPS, withSharedStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const CUSTOMER = 'مكتب العقارات'
const HOUR_MS = 60 * 60 * 1000
const LINK_MS = 24 * HOUR_MS
/** The store looks for due reminders every 15 s. */
const REMINDED = { timeout: 25_000 }
/** Enough to open a link and type a card, short enough to watch it end. */
const LEFT_MS = 36_000
const LINK_END = { timeout: 45_000 }
const { openPage } = withBrowser()
/** Two links whose reminders are due, but one's is switched off: the store finds them while other journeys run. */
let reminded: SentLink
let undisturbed: SentLink
const store = withSharedStore(async (store) => {
  await store.setStock(VIP_JUNIOR.id, 100)
  undisturbed = await send('undisturbed@example.com')
  reminded = await send('reminded@example.com')
  await rep.call('PATCH', `/api/sales/payment-requests/${undisturbed.id}/reminder`, { isReminderOn: false })
  for (const { token } of [undisturbed, reminded]) await store.ageLink(token, LINK_MS - HOUR_MS)
})
const rep = memberOf(store)

const send = (email: string) =>
  sendLink(rep, { email, packageIds: [VIP_JUNIOR.id], specialOffers: 'Five extra leads.', name: CUSTOMER })

test('a link counts as opened once a customer uses its page or has it in view, not before', async () => {
  const sent = await send('scanner@example.com')
  const invoice = () => rep.call<{ openedAt: string | null }>('GET', `/api/invoices/${sent.token}`)
  const reply = await fetch(`${store.url}/payment/${sent.token}`)
  await fetch(`${store.url}/api/payment-request/${sent.token}`)
  expect((await invoice()).openedAt).toBeNull()
  expect(
    ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => reply.headers.get(name)),
    'what the page says about its secret address',
  ).toEqual(['no-store', 'no-referrer', 'noindex'])

  const page = await openPage(store)
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { value: true }))
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST') calls.push(pathname)
  })
  await page.goto(`/payment/${sent.token}`)
  await payButton(page).waitFor()
  // What a scanner's browser does: it runs scripts, scrolls by them and presses what they find.
  await page.getByRole('tab', { name: 'Credit Card' }).evaluate((button: HTMLElement) => {
    scrollTo(0, document.body.scrollHeight)
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
    button.click()
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(calls).toEqual(['/api/create-payment-intent'])
  const member = await openPage(store)
  await openAs(member, REPS[0], `/payment/${sent.token}`)
  const told = member.waitForResponse('**/opened')
  await moveToForm(member)
  await told
  expect((await invoice()).openedAt).toBeNull()

  await moveToForm(page)

  await expect.poll(async () => (await invoice()).openedAt).not.toBeNull()
  expect(calls.filter((path) => path.endsWith('/opened'))).toHaveLength(1)

  const seen = member.waitForResponse('**/opened')
  await member.goto(`/payment/${(await send('looks@example.com')).token}`)
  await seen
})

test('a link that expires while it is open ends and returns its units, but not during a payment', async () => {
  const stock = await store.stockOf()
  const sendForSeconds = async (email: string) => {
    const { token } = await send(email)
    await store.ageLink(token, LINK_MS - LEFT_MS)
    return token
  }
  const [left, begun] = [await openPage(store), await openPage(store)]
  await left.goto(`/payment/${await sendForSeconds('over@example.com')}`)
  await moveToForm(left)
  await payButton(left).waitFor()
  const token = await sendForSeconds('last-second@example.com')
  await begun.goto(`/payment/${token}`)
  await payByCard(begun, CARDS.threeDSecure)
  const challenge = begun.frameLocator('dialog iframe')
  await challenge.getByRole('button', { name: 'Complete' }).waitFor()

  await heading(left, 'Payment Request Expired').waitFor(LINK_END)
  await see(left, 'This payment request has expired. Please contact your sales representative for a new payment link.')
  await left.getByText('It expired while this page was open. You were not charged.').waitFor()
  expect(await payButton(left).count()).toBe(0)

  // The bank still asks when the time is over.
  await expect
    .poll(() => begun.getByRole('timer', { name: 'Time left to pay' }).textContent(), LINK_END)
    .toBe('00:00 left')
  expect(await heading(begun, 'Payment Request Expired').count()).toBe(0)
  await begun.getByText(CUSTOMER).waitFor()
  await expect.poll(() => store.stockOf(), { timeout: 10_000 }).toBe(stock - 1)
  await left.reload()
  await heading(left, 'Payment Request Expired').waitFor()
  expect(await left.getByText(CUSTOMER).count()).toBe(0)
  await left.getByText('Sent by Rita Rep').waitFor()
  expect(await left.getByRole('main').getByRole('link').count()).toBe(1)
  await left.getByRole('main').getByRole('button').click()
  const asked = left.getByText('We asked your sales representative for a new link')
  await asked.waitFor()
  await left.reload()
  await asked.waitFor()
  expect(await left.getByRole('main').getByRole('button').count()).toBe(0)

  await challenge.getByRole('button', { name: 'Complete' }).click()
  await heading(begun, 'Payment Successful').waitFor()
  const { status } = await rep.call<{ status: string }>('GET', `/api/invoices/${token}`)
  expect(status).toBe('paid')
})

test('resending from the invoice ends the old link without revealing the new one, and the new one can be paid', async () => {
  const email = 'sent-again@example.com'
  const page = await openPage(store)
  const stock = await store.stockOf()
  const old = await send(email)
  await openAs(page, REPS[0], `/invoice/${old.token}`)

  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  await seeToast(page, 'Payment Request Sent')
  await page.getByText('This link no longer works').waitFor()
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Replaced by a newer invoice' }).click()
  await page.getByRole('link', { name: 'Replaces an older invoice' }).waitFor()
  const [newer = ''] = await mailedLinks(store, email, '/payment/', 2)
  expect(new URL(page.url()).pathname).toBe(newer.replace('/payment/', '/invoice/'))

  const customer = await openPage(store)
  await customer.goto(`/payment/${old.token}`)
  await heading(customer, 'Payment Request Expired').waitFor()
  await customer.getByText('We emailed you the newer link').waitFor()
  expect(await customer.getByText(CUSTOMER).count()).toBe(0)
  expect(await customer.content()).not.toContain(newer)
  await customer.goto(newer)
  await payByCard(customer)
  await heading(customer, 'Payment Successful').waitFor()

  await page.reload()
  await page.getByRole('link', { name: /^Receipt PDF/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
  await expect.poll(() => store.stockOf()).toBe(stock - 1)
})

test('a reminder goes out hours before the link ends and the invoice shows it; a disabled one is not sent', async () => {
  const subjects = async (email: string) => (await store.mailbox(email)).map(({ subject }) => subject.split(':')[0])
  await expect.poll(() => subjects('reminded@example.com'), REMINDED).toEqual(['Reminder', expect.any(String)])
  expect((await store.mailbox('reminded@example.com'))[0]?.text).toContain(`${store.url}/payment/${reminded.token}`)
  expect((await subjects('undisturbed@example.com')).filter((subject) => subject === 'Reminder')).toEqual([])

  const page = await openPage(store)
  await openAs(page, REPS[0], `/invoice/${reminded.token}`)
  await page.getByText('Reminder emailed').waitFor()
  await page.goto(`/invoice/${undisturbed.token}`)
  await page.getByText('We will not send a reminder before this link expires.').waitFor()
  expect(await page.getByText('Reminder emailed').count()).toBe(0)
})

test('an administrator marks an invoice as paid, once, with a reference that the page keeps', async () => {
  const { token } = await send('transfer@example.com')
  const page = await openPage(store)
  await openAs(page, ADMIN, `/invoice/${token}`)

  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByLabel('Reference').waitFor()
  await expectAccessibleAndFits(page, 'marking as paid')
  await page.getByLabel('Reference').fill('Wire 4711')
  await page.getByRole('button', { name: 'Mark as paid, $299.00' }).click()

  await page.getByText('Invoice marked as paid successfully').first().waitFor()
  await page.getByText('reference Wire 4711').waitFor()
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)
  const receipt = await page.request.get(
    (await page.getByRole('link', { name: /^Receipt PDF/ }).getAttribute('href')) ?? '',
  )
  expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('a rep reads an invoice’s timeline, turns its reminder off, copies its link and cancels it; only administrators mark it as paid', async () => {
  const { token, reference } = await send('story@example.com')
  const page = await openPage(store)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, REPS[0], `/invoice/${token}`)

  await page.getByText('Payment link sent').waitFor()
  await page.getByText(reference).first().waitFor()
  await expectAccessibleAndFits(page, 'invoice')
  const reminder = page.getByRole('switch', { name: 'Reminder' })
  await reminder.click()
  await seeToast(page, 'Reminder off')
  await page.reload()
  await page.getByText('We will not send a reminder before this link expires.').waitFor()
  expect(await reminder.isChecked()).toBe(false)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Copied to clipboard').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${store.url}/payment/${token}`)
  expect(await page.getByRole('button', { name: 'Mark as paid' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Cancel link', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel the link, $299.00' }).click()
  await page.getByText('This link no longer works').waitFor()
})
