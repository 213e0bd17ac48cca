/** What a rep does from an invoice's own page, and what its customer then has. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { mailedLinks } from './support/mailed-links.ts'
import { type Member, type SentLink, sendLink, signInAs } from './support/members.ts'
import { CARDS, fillCard, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, REPS, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

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

test('resending from the invoice ends the old link without revealing the new one, and the new one can be paid', async () => {
  const email = 'again@example.com'
  const page = await openPage(store)
  const old = await send(email)
  await openAs(page, RITA, `/invoice/${old.token}`)

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
  await openAs(page, RITA, `/invoice/${reminded.token}`)
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

test('a rep reads an invoice’s timeline, turns its reminder off, copies its link and withdraws it; only administrators mark it as paid', async () => {
  const { token, reference } = await send('story@example.com')
  const page = await openPage(store)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, RITA, `/invoice/${token}`)

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

  await page.getByRole('button', { name: 'Void', exact: true }).click()
  await page.getByRole('button', { name: 'Void request, $299.00' }).click()
  await page.getByText('This link no longer works').waitFor()
})
