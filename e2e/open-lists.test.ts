import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { memberOf, payLink, sendLink } from './support/members.ts'
import { moveToForm, payButton, VIP_JUNIOR } from './support/shopping.ts'
import { download } from './support/steps.ts'
import { REPS, withSharedStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
/** A little more than the 15 s after which what is open is read again. */
const READ_AGAIN_MS = 16_000
/** Less than that: what shows within it was not waited for in real time. */
const SOON = { timeout: 8_000 }
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 100))
const rita = memberOf(store, RITA)

const send = (name: string) =>
  sendLink(rita, { name, email: `${name.toLowerCase().replace(' ', '.')}@example.com`, packageIds: [VIP_JUNIOR.id] })

async function openLive(page: Page, tab: string): Promise<void> {
  const stream = page.waitForResponse('**/api/sales/live')
  await openDashboard(page, RITA, `?tab=${tab}`)
  await stream
}

test('a link that is opened and paid shows on the rep’s dashboard, in its list and on its invoice', async () => {
  const link = await send('Ada Oak')
  const page = await openPage(store)
  // Both pages get this clock. One that is already open would read 1970 while it is being replaced.
  await page.clock.install()
  await openLive(page, 'requests')
  const invoice = await openPage(store, { beside: page })
  await invoice.goto(`/invoice/${link.token}`)
  await invoice.getByText('Not paid', { exact: true }).waitFor()
  const figures = page.getByRole('region', { name: 'Your figures' })
  const paidToday = async () =>
    Number(/Paid today\$([\d,]+)/.exec((await figures.textContent()) ?? '')?.[1]?.replace(',', ''))
  await expect.poll(paidToday).toBeGreaterThanOrEqual(0)
  const before = await paidToday()
  const row = page.getByRole('row').filter({ hasText: 'Ada Oak' })
  await row.getByText('Sent', { exact: true }).waitFor()

  const customer = await openPage(store)
  await customer.goto(`/payment/${link.token}`)
  await moveToForm(customer)
  await page.getByRole('status').filter({ hasText: 'Ada Oak opened the link for $299' }).waitFor()
  // Its own payment would be refused once the link is paid elsewhere.
  await customer.close()
  await payLink(store, link)

  await page.getByRole('status').filter({ hasText: 'Ada Oak paid $299' }).waitFor()
  await row.getByText('Paid', { exact: true }).waitFor()
  // Only this payment counts if the store's day has ended since.
  await expect.poll(paidToday).toSatisfy((paid: number) => paid === before + 299 || paid === 299)
  await invoice.clock.fastForward(READ_AGAIN_MS)
  await invoice.getByRole('link', { name: /^Receipt PDF/ }).waitFor(SOON)
  await page.reload()
  await page.getByRole('button', { name: /^Last events, [1-5] new$/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /^Ada Oak paid \$299.*New/ }).waitFor()
  await expectAccessibleAndFits(page, 'the last events')
  // A window that becomes narrow has the line, and its list, in another place.
  await page.getByRole('button', { name: /^Last events/ }).click()
  await page.getByRole('link', { name: /^Ada Oak paid \$299/ }).click()
  await page.waitForURL(`**/sales-dashboard?tab=requests&open=${link.token}`)
  await page.getByRole('dialog', { name: 'Ada Oak' }).getByText('Link opened').waitFor()
  await expectAccessibleAndFits(page, 'the open request')
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Last events/ }).click()
  await page.getByRole('link', { name: /^Ada Oak paid \$299(?!.*New)/ }).waitFor()
})

test('a declined card shows with its reason; the history shows what the rep earned, on a phone too', async () => {
  const link = await send('Dora Dune')
  await payLink(store, await send('Eve Elm'))
  const page = await openPage(store, { viewport: PHONE })
  await openLive(page, 'history')

  await payLink(store, link, 'pm_card_visa_chargeDeclined').catch(() => undefined)

  await page
    .getByRole('status')
    .filter({ hasText: /^Dora Dune: Card declined/ })
    .waitFor()
  const earnings = page.getByRole('region', { name: 'Your commission' })
  await expect.poll(() => earnings.textContent()).toMatch(/Commission\$\d+\.\d\d.*Refunded\$/)
  await earnings.getByText('Show days').click()
  await earnings.getByRole('table', { name: 'Commission by day' }).getByText(/^\$\d/).first().waitFor()
  const { name } = await download(page, earnings.getByRole('button', { name: 'Download CSV' }))
  expect(name).toMatch(/^[\p{L}\d-]+-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/u)
  await expectAccessibleAndFits(page, 'the history with earnings')
})

test('a link withdrawn by the rep ends on the customer’s open page without a reload', async () => {
  const { id, token } = await send('Vera Void')
  const customer = await openPage(store)
  await customer.clock.install()
  await customer.goto(`/payment/${token}`)
  await moveToForm(customer)
  await payButton(customer).waitFor()

  await rita.call('POST', `/api/sales/payment-requests/${id}/void`)
  await customer.clock.fastForward(READ_AGAIN_MS)

  await customer.getByRole('heading', { name: 'Payment Link Canceled', exact: true }).waitFor(SOON)
  await customer.getByText('Your sales representative canceled this payment link').waitFor()
})
