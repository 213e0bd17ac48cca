import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, signInAs } from './support/members.ts'
import {
  chooseVip,
  history,
  openMany,
  openPricing,
  planned,
  priceField,
  priceIn,
  updateButton,
  VIP_NAME,
} from './support/pricing.ts'
import { chooseTravis, packageRow, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'
import { seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const VIP = { leadType: 'vacant', tier: 'vip', size: 20 }
let store: Store
/** The administrator over the API, as a colleague who works at the same time. */
let other: Member

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
  other = await signInAs(store, ADMIN)
})
afterAll(() => store.stop())

test('a price change shows old and new, applies in the shop, and can be set back', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart' }).click()
  await packageRow(buyer, VIP_JUNIOR.name).getByRole('button', { name: 'Added!' }).waitFor()
  const page = await openPage(store)
  await openPricing(page)
  expect(await page.getByLabel('Package Size').inputValue()).toBe('20 leads')
  expect(await updateButton(page).isDisabled()).toBe(true)

  await page.getByLabel('Lead Type').selectOption('Vacant Houses')
  await page.getByLabel('Tier').selectOption('VIP')
  await page.getByText(`${VIP_NAME} costs $299.00 now.`).waitFor()
  expect(await updateButton(page).isDisabled()).toBe(true)
  await priceField(page).fill('310.5')
  await page.getByText(`${VIP_NAME}: $299.00 → to $310.50 (+$11.50, +3.8 %)`).waitFor()
  await page.getByText(/^Affects 281 packages across all counties\. 1 of them is in a cart now/).waitFor()
  await updateButton(page).click()

  await seeToast(page, 'Pricing updated successfully and applied to all packages!')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $310.50` }).waitFor()
  expect([await priceField(page).inputValue(), await page.getByLabel('Lead Type').inputValue()]).toEqual(['', ''])
  await packageRow(buyer, VIP_JUNIOR.name).getByText('$310.50').waitFor()

  await history(page)
    .getByRole('button', { name: `Undo the change of ${VIP_NAME}` })
    .click()
  await page.getByRole('button', { name: 'Restore 1 price' }).click()
  await seeToast(page, '1 price restored')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $299.00` }).waitFor()
  await history(page).getByText('Undone', { exact: true }).waitFor()
  await packageRow(buyer, VIP_JUNIOR.name).getByText('$299', { exact: true }).waitFor()
})

test('a price can be chosen from the table, typed over and saved by keyboard alone', async () => {
  const page = await openPage(store)
  await openPricing(page)

  await priceIn(page, 'Standard Enterprise Package, Owner Occupied').press('Enter')
  await expect.poll(() => priceField(page).evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await priceField(page).inputValue()).toBe('309.00')
  await page.keyboard.type('315')
  await page.keyboard.press('Enter')

  await seeToast(page, 'Pricing updated successfully and applied to all packages!')
  await page.getByRole('button', { name: 'Change Standard Enterprise Package, Owner Occupied, $315.00' }).waitFor()
  await expect.poll(() => page.getByLabel('Lead Type').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('an invalid price is reported at the field, and nothing is sent', async () => {
  const page = await openPage(store)
  await openPricing(page)
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
  await priceIn(page, VIP_NAME).click()

  for (const [typed, complaint] of [
    ['-5', 'The price must be 0, or between $0.50 and $99,999.99.'],
    ['1e308', 'The price must be 0, or between $0.50 and $99,999.99.'],
    ['299.999', 'A price has two decimals at most.'],
  ] as const) {
    await priceField(page).fill(typed)
    await updateButton(page).click()
    await page.getByText(complaint).waitFor()
  }
  await priceField(page).fill('')
  await priceField(page).pressSequentially('1e')
  await priceField(page).press('Tab')
  await page.getByText('Enter the price as a number, e.g. 299 or 299.50.').waitFor()

  expect(await updateButton(page).isDisabled()).toBe(true)
  expect(sent).toEqual([])
})

test('after another administrator’s edit nothing changes, and what was typed is kept', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openPricing(page)
  await priceIn(page, VIP_NAME).click()
  await priceField(page).fill('320')
  const dialog = await openMany(page)
  await chooseVip(dialog, '10')
  await dialog.getByText('$328.90').waitFor()

  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 305 })
  await dialog.getByRole('button', { name: 'Change 12 prices' }).click()

  await dialog.getByText('Someone else changed a price').waitFor()
  await dialog.getByText(/VIP Junior Package, Vacant Houses now costs \$305\.00/).waitFor()
  await dialog.getByText('$335.50').waitFor()
  expect(await dialog.getByLabel('Percent change').inputValue()).toBe('10')
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 306 })
  await updateButton(page).click()
  await page.getByText('Someone else changed this price').waitFor()
  await page.getByText(`${VIP_NAME}: $306.00 → to $320.00`).waitFor()
  await updateButton(page).click()
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $320.00` }).waitFor()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 299 })
})

test('a change of many prices matches its preview; undo is refused once one of them has changed again', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openPricing(page)
  const dialog = await openMany(page)
  expect(new URL(page.url()).searchParams.get('open')).toBe('many-prices')
  await dialog.getByText('Choose a lead type, a tier, and a package size.').first().waitFor()

  await chooseVip(dialog, '-7.5')
  const preview = dialog.getByRole('table', { name: 'Old and new prices' })
  await preview.getByRole('row', { name: /^VIP Enterprise Package \$1,099\.00 \$1,016\.58/ }).waitFor()
  await dialog.getByText(/^3,372 packages across all counties/).waitFor()
  await dialog.getByLabel('Note').fill('Summer list')
  await dialog.getByRole('button', { name: 'Change 12 prices' }).click()

  await seeToast(page, '12 prices changed')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $276.58` }).waitFor()
  const row = history(page).getByRole('row', { name: /Summer list/ })
  await row.getByText('12 prices', { exact: true }).click()
  await row.getByRole('row', { name: /^VIP Junior Package \$299\.00 \$276\.58/ }).waitFor()
  await row.getByRole('button', { name: 'Undo' }).click()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 300 })
  await page.getByRole('button', { name: 'Restore 12 prices' }).click()
  await page.getByText(`${VIP_NAME} now costs $300.00. Check the prices again.`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await row.getByText('Changed again since').waitFor()
})

test('a change is planned for a time on the store’s clocks, listed, and canceled', async () => {
  const page = await openPage(store)
  await openPricing(page)
  const dialog = await openMany(page)
  await dialog.getByRole('checkbox', { name: 'Owner Occupied' }).check()
  await dialog.getByRole('checkbox', { name: 'Premium' }).check()
  await dialog.getByRole('checkbox', { name: '50 leads' }).check()
  await dialog.getByRole('radio', { name: 'New price' }).check()
  await dialog.getByLabel('New price ($)').fill('300')
  await dialog.getByRole('radio', { name: 'At a set time' }).check()
  await dialog.getByLabel(/^From\s*New York time/).fill('2020-01-01T00:00')
  await dialog.getByText('Choose a time in the future.').first().waitFor()
  expect(await dialog.getByRole('button', { name: 'Plan 1 price' }).isDisabled()).toBe(true)
  await dialog.getByLabel(/^From\s*New York time/).fill('2035-07-02T00:00')
  await dialog.getByText(/Monday, July 2, 2035 at 12:00 AM EDT \(New York\)/).waitFor()
  await dialog.getByRole('button', { name: 'Plan 1 price' }).click()

  await planned(page).getByText('Monday, July 2, 2035 at 12:00 AM EDT (New York)').waitFor()
  await planned(page).getByText('Premium Professional Package, Owner Occupied').first().waitFor()
  const [waiting] = await other.call<{ startsAt: string }[]>('GET', '/api/admin/pricing/changes?state=scheduled')
  expect(waiting?.startsAt).toBe('2035-07-02T04:00:00.000Z')
  await planned(page)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()

  await planned(page).getByText('Nothing is planned.', { exact: false }).waitFor()
  await history(page).getByText('Canceled', { exact: true }).waitFor()
})

test('every state of the tab is accessible and fits', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openPricing(page)
  await history(page).getByRole('row').nth(1).waitFor()
  await priceIn(page, VIP_NAME).click()
  await priceField(page).fill('2.99')
  await page.getByText(/^Affects/).waitFor()
  await expectAccessibleAndFits(page, 'pricing, a price in the form')
  await priceField(page).fill('-1')
  await priceField(page).press('Tab')
  const dialog = await openMany(page)
  await chooseVip(dialog, '75')
  await dialog.getByRole('radio', { name: 'At a set time' }).check()
  await dialog.getByText('12 prices would change by half or more.', { exact: false }).waitFor()
  await expectAccessibleAndFits(page, 'many prices, planned')
  await dialog.getByRole('button', { name: 'Plan 12 prices' }).click()
  await planned(page).getByText('12 prices', { exact: true }).click()
  await expectAccessibleAndFits(page, 'pricing, a plan and a complaint')
  await planned(page)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await planned(page).getByText('Nothing is planned.', { exact: false }).waitFor()
  await history(page).getByRole('button', { name: /^Undo/ }).first().click()
  await expectAccessibleAndFits(page, 'the question before an undo')
})

test('if the store returns no prices, the usual ones are shown and labeled as such', async () => {
  const page = await openPage(store)
  await page.route('**/api/pricing', (route) => route.fulfill({ json: [] }))

  await openPricing(page)

  await page.getByText('Usual prices; today’s may differ.').waitFor()
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $299.00` }).waitFor()
})
