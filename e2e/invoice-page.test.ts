/** What a rep does from an invoice's own page, and what its customer then has. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { mailedLinks } from './support/mailed-links.ts'
import { type Member, type SentLink, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { logIn, openAs, seeToast } from './support/team.ts'

const [RITA] = REPS
const STOCK = 10
const HOUR_MS = 60 * 60 * 1000
/** The store looks for due reminders every 15 s. */
const REMINDED = { timeout: 25_000 }

const { openPage } = withBrowser()
let store: Store
let rita: Member
/** Two links whose reminders are due, but one's is switched off: the store finds them while the first test runs. */
let reminded: SentLink
let undisturbed: SentLink

beforeAll(async () => {
  store = await startStore()
  rita = await signInAs(store, RITA)
  await store.setStock(VIP_JUNIOR.id, STOCK)
  undisturbed = await send('undisturbed@example.com')
  reminded = await send('reminded@example.com')
  await rita.call('PATCH', `/api/sales/payment-requests/${undisturbed.id}/reminder`, { isReminderOn: false })
  for (const { token } of [undisturbed, reminded]) await store.ageLink(token, 19 * HOUR_MS)
})
afterAll(() => store.stop())

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const send = (email: string) => sendLink(rita, { email, packageIds: [VIP_JUNIOR.id] })

/** Opens a link's invoice as the rep who sent it. */
async function openInvoice(page: Page, { token }: SentLink): Promise<void> {
  await page.goto(`/invoice/${token}`)
  await logIn(page, RITA)
  await page.getByText('Payment link sent').waitFor()
}

test('resending from the invoice ends the old link without revealing the new one, and the new one can be paid', async () => {
  const email = 'again@example.com'
  const page = await openPage(store)
  const old = await send(email)
  await openInvoice(page, old)

  await page.getByRole('button', { name: 'Resend' }).click()
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  await seeToast(page, 'Payment Request Sent')
  await page.getByText('This link no longer works').waitFor()
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Copy link' }).count()).toBe(0)
  const admin = await openPage(store)
  await openAs(admin, ADMIN, `/invoice/${old.token}`)
  await admin.getByText('This link no longer works').waitFor()
  expect(await admin.getByRole('button', { name: /^(Mark as paid|Copy link)$/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Replaced by a newer invoice' }).click()
  await page.getByRole('link', { name: 'Replaces an older invoice' }).waitFor()
  const [newer = ''] = await mailedLinks(store, email, '/payment/', 2)
  expect(new URL(page.url()).pathname).toBe(newer.replace('/payment/', '/invoice/'))

  const customer = await openPage(store)
  await customer.goto(`/payment/${old.token}`)
  await heading(customer, 'Payment Request Expired').waitFor()
  await customer.getByText('We emailed you the newer link').waitFor()
  expect(await customer.content()).not.toContain(newer)
  await customer.goto(newer)
  await fillCard(customer, CARDS.good)
  await payButton(customer).click()
  await heading(customer, 'Payment Successful').waitFor()

  await page.reload()
  await page.getByRole('link', { name: /^Receipt PDF/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 3)
})

test('a reminder goes out six hours before the link ends and the invoice shows it; a disabled one is not sent', async () => {
  const subjects = async (email: string) => (await store.mailbox(email)).map(({ subject }) => subject.split(':')[0])
  await expect.poll(() => subjects('reminded@example.com'), REMINDED).toEqual(['Reminder', expect.any(String)])
  expect((await store.mailbox('reminded@example.com'))[0]?.text).toContain(`${store.url}/payment/${reminded.token}`)
  expect((await subjects('undisturbed@example.com')).filter((subject) => subject === 'Reminder')).toEqual([])

  const page = await openPage(store)
  await openInvoice(page, reminded)
  await page.getByText('Reminder emailed').waitFor()
  await page.goto(`/invoice/${undisturbed.token}`)
  await page.getByText('We will not send a reminder before this link expires.').waitFor()
  expect(await page.getByText('Reminder emailed').count()).toBe(0)
})

test('the reminder of a link can be turned off and on from its invoice, and the choice is kept', async () => {
  const page = await openPage(store)
  await openInvoice(page, await send('switched@example.com'))
  const reminder = page.getByRole('switch', { name: 'Reminder' })

  await reminder.click()
  await seeToast(page, 'Reminder off')
  await page.reload()
  await page.getByText('We will not send a reminder before this link expires.').waitFor()
  expect(await reminder.isChecked()).toBe(false)

  await reminder.click()
  await page.getByText(/^The customer gets a reminder /).waitFor()
  expect(await reminder.isChecked()).toBe(true)
})
