import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { cutNext } from './support/cut-connection.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { PREMIER_INVESTOR, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA, SVEN] = REPS
const STOCK = 20
const HOSTILE_NAME = '<img src=x onerror=alert(1)> مريم 🏡'
let store: Store
let rita: Member

beforeAll(async () => {
  store = await startStore()
  rita = await signInAs(store, RITA)
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setStock(PREMIER_INVESTOR.id, STOCK)
})

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const rowSaying = (page: Page, text: RegExp) => page.locator('tbody').getByRole('row').filter({ hasText: text })
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const sendButton = (page: Page) => page.getByRole('button', { name: /Send Invoice to Customer/ })
const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const hold = (packageId: string) => rita.call('PUT', `/api/packages/${packageId}/reserve`, { quantity: 1 })

/** Opens the menu of a row and chooses from it. */
async function chooseInMenu(page: Page, customer: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: `More for ${customer}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a rep sends the cart to a new customer; the link is on the screen and in the email', async () => {
  const email = 'mouse@example.com'
  const page = await openPage(store)
  await hold(VIP_JUNIOR.id)
  await openDashboard(page, RITA, '?tab=invoice')
  await page.getByRole('combobox', { name: 'Customer' }).click()
  await page.getByRole('option', { name: 'Create New Customer' }).click()
  await page.getByLabel('Full Name').fill(HOSTILE_NAME)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Special Offers / Notes').fill('Five extra leads')
  await page.getByText('The secure link expires in 24 hours.').waitFor()
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).click()

  await toast(page, 'Payment request has been sent to the customer via email.')
  const panel = page.getByRole('region', { name: /^Invoice LY-/ })
  await panel.getByText(HOSTILE_NAME).waitFor()
  await panel.getByText(`Emailed to ${email}`).waitFor()
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('')
  await page.getByText('The cart is empty').waitFor()
  const link = (await panel.getByText(/\/payment\//).textContent()) ?? ''
  const [mail] = await store.mailbox(email)
  expect(mail?.text).toContain(new URL(link).pathname)
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 1)

  await openTab(page, 'Payment Requests')
  const sent = row(page, /mouse@example\.com/)
  expect(await sent.textContent()).toMatch(
    /LY-[0-9A-Z]{8}.*\$299\.00.*Sent.*Emailed, not opened yet.*Expires in 2[34] h/,
  )
})

test('an invoice changed after its reply was lost says that the first one was already sent, and what it says', async () => {
  await hold(VIP_JUNIOR.id)
  const page = await openPage(store, { expects: [/ERR_CONNECTION_RESET/] })
  await openDashboard(page, RITA, '?tab=invoice')
  await page.getByLabel('Full Name').fill('Lola Lost')
  await page.getByLabel('Email').fill('lola@example.com')
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).waitFor()
  await cutNext(page, '**/api/send-invoice', { isHeard: true })

  await sendButton(page).click()
  await page.getByText('We can’t tell yet whether the invoice was sent').waitFor()
  await page.getByText('The cart is empty').waitFor()
  await page.getByLabel('Special Offers / Notes').fill('Ten leads on top')
  await sendButton(page).click()

  const panel = page.getByRole('region', { name: /^This invoice was already sent at .*Lola Lost, \$299\.00$/ })
  await panel.getByText('Your changes since then were not sent').waitFor()
  await panel.getByText('Emailed to lola@example.com').waitFor()
  expect(await page.getByLabel('Special Offers / Notes').inputValue()).toBe('Ten leads on top')
  expect(await page.getByText('Invoice Sent', { exact: true }).count()).toBe(0)
  expect(await store.mailbox('lola@example.com')).toHaveLength(1)
})

test('a rep resends, also at a changed price, turns the reminder off, voids, and repeats it', async () => {
  const email = 'resend@example.com'
  const name = 'Rosa Resend'
  await sendLink(rita, { email, name, packageIds: [VIP_JUNIOR.id] })
  // A changed price is answered 409, and a browser says so.
  const page = await openPage(store, { expects: [/status of 409/] })
  await openDashboard(page, RITA, '?tab=requests&search=resend')
  await rowSaying(page, /\$299\.00.*Sent/).waitFor()

  await chooseInMenu(page, name, 'Resend')
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  await toast(page, 'Payment Request Sent')
  await rowSaying(page, /Expired.*Replaced by a new link/).waitFor()
  await expect.poll(async () => (await store.mailbox(email)).length).toBe(2)

  await chooseInMenu(page, name, 'Turn reminder off')
  await toast(page, 'Reminder off')
  await chooseInMenu(page, name, 'Void')
  await expectAccessibleAndFits(page, 'the question before a void')
  await page.getByRole('button', { name: 'Void request, $299.00' }).click()
  await rowSaying(page, /Expired.*Withdrawn/).waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK)

  await store.setPrice({ leadType: 'vacant', tier: 'vip', size: 20, basePrice: 309 })
  await openTab(page, 'Sales History')
  await page.getByRole('button', { name: `Resend to ${name}` }).click()
  await page.getByRole('button', { name: 'Send a new link, $299.00' }).click()
  const changed = page.getByRole('dialog').getByRole('status').filter({ hasText: 'The amount changed' })
  expect(await changed.textContent()).toMatch(/was \$299\.00.*now \$309\.00/)
  await page.getByRole('button', { name: 'Agree and send, $309.00' }).click()
  await rowSaying(page, /\$309\.00.*Sent/).waitFor()
  await store.setPrice({ leadType: 'vacant', tier: 'vip', size: 20, basePrice: 299 })

  await openTab(page, 'Payment Requests')
  await chooseInMenu(page, name, 'Repeat')
  await page.getByRole('button', { name: 'Send Invoice to Customer, $299.00' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
})

test('another rep sees none of it: no customer, no request, no invoice', async () => {
  const sent = await sendLink(rita, { email: 'secret@example.com', name: 'Sara Secret', packageIds: [VIP_JUNIOR.id] })
  const [customer] = await rita.call<{ id: string }[]>('GET', '/api/sales/customers?search=secret')
  const page = await openPage(store, { expects: [/status of 404/] })
  await openDashboard(page, SVEN, '?tab=requests')

  await page.getByText('Nothing sent yet').waitFor()
  await openTab(page, 'Customer Database')
  await page.getByText('No customers yet').waitFor()
  await page.goto(`/sales-dashboard?tab=customers&customer=${customer?.id}`)
  await page.getByRole('heading', { name: 'Customer not found' }).waitFor()
  await page.goto(`/invoice/${sent.token}`)
  await page.getByRole('heading', { name: 'Invoice Not Found' }).waitFor()
})
