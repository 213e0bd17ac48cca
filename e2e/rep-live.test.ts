/** A rep's open screens learn what happens to their payment links without a reload. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { payLink } from './support/pay-link.ts'
import { moveToForm, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
let store: Store
let rita: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
  rita = await signInAs(store, RITA)
})
afterAll(() => store.stop())

test('a link that is opened and paid shows on the dashboard and its list, with a way to the invoice', async () => {
  const link = await sendLink(rita, { email: 'ada@example.com', name: 'Ada Oak', packageIds: [VIP_JUNIOR.id] })
  const page = await openPage(store)
  const stream = page.waitForResponse('**/api/sales/live')
  await openDashboard(page, RITA, '?tab=requests')
  await stream
  const row = page.getByRole('row').filter({ hasText: 'Ada Oak' })
  await row.getByText('Sent', { exact: true }).waitFor()
  const news = page.getByRole('status').filter({ hasText: 'Live' })
  await news.waitFor()

  const customer = await openPage(store)
  await customer.goto(`/payment/${link.token}`)
  await moveToForm(customer)
  await page.getByText('Ada Oak opened the link for $299').waitFor()
  // Its own payment would be refused once the link is paid elsewhere.
  await customer.close()
  await payLink(store, link)

  await page.getByText('Ada Oak paid $299').waitFor()
  await row.getByText('Paid', { exact: true }).waitFor()
  const figures = page.getByRole('region', { name: 'Your figures' })
  await expect.poll(() => figures.textContent()).toMatch(/Paid today\$299.*Commission this month\$29\.90/)
  await page.getByRole('link', { name: 'Open', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Invoice' }).waitFor()
  expect(page.url()).toContain(`/invoice/${link.token}`)
})

test('a declined card shows with its reason; the history shows what the rep earned, on a phone too', async () => {
  const link = await sendLink(rita, { email: 'dora@example.com', name: 'Dora Dune', packageIds: [VIP_JUNIOR.id] })
  await payLink(store, await sendLink(rita, { email: 'eve@example.com', packageIds: [VIP_JUNIOR.id] }))
  const page = await openPage(store, { viewport: PHONE })
  const stream = page.waitForResponse('**/api/sales/live')
  await openDashboard(page, RITA, '?tab=history')
  await stream
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()

  await payLink(store, link, 'pm_card_visa_chargeDeclined').catch(() => undefined)

  await page.getByText(/^Dora Dune: Card declined/).waitFor()
  const earnings = page.getByRole('region', { name: 'Your earnings' })
  await expect.poll(() => earnings.textContent()).toMatch(/Commission\$\d+\.\d0.*Refunded\$0/)
  await earnings.getByRole('button', { name: 'Show days' }).click()
  await earnings.getByRole('table', { name: 'Earnings by day' }).getByText(/^\$\d/).first().waitFor()
  const download = page.waitForEvent('download')
  await earnings.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^[\p{L}\d-]+-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/u)
  await expectAccessibleAndFits(page, 'the history with earnings')
})
