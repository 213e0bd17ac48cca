import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { anOffer } from '#testing/offers.ts'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { memberOf } from './support/members.ts'
import {
  addToCart,
  cardField,
  cartDialog,
  chooseTravis,
  fillCard,
  goToCheckout,
  packageRow,
  payButton,
  putInCart,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { hasFocus, press, see } from './support/steps.ts'
import { ADMIN, withStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
/** A package of Delaware, where the other offers of this file do not apply. */
const KENT_VIP = '10001-vacant-vip-20'
const VIP = { leadType: 'vacant', tier: 'vip', size: 20 }
const VIP_NAME = 'VIP Junior Package, Vacant Houses'
const store = withStore({}, async (store) => {
  for (const id of [VIP_JUNIOR.id, KENT_VIP]) await store.setStock(id, 10)
})
const other = memberOf(store, ADMIN)

async function openPricing(page: Page): Promise<void> {
  await openAs(page, ADMIN, '/admin-enhanced?tab=pricing')
  await priceIn(page, VIP_NAME).waitFor()
}

const priceIn = (page: Page, name: string) => page.getByRole('button', { name: `Change ${name}` })
const priceField = (page: Page) => page.getByLabel('New Price ($)')
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Pricing' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const planned = (page: Page) => page.getByRole('region', { name: 'Planned changes' })

async function openMany(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change many prices' }).click()
  return page.getByRole('dialog', { name: 'Change many prices' })
}

/** The name of the VIP price's button, whose price is on a line of its own. */
const vip = (price: string, whose: string) => new RegExp(`${VIP_NAME}, ${price.replace(/[$.]/g, '\\$&')} ?, ?${whose}$`)

const offerRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Special offers' }).getByRole('row').filter({ hasText: name })

async function switchOffer(page: Page, name: string, act: 'on' | 'off'): Promise<void> {
  await press(offerRow(page, name), `Switch ${act} ${name}`)
  const question = page.getByRole('dialog', { name: `Switch ${name} ${act}?` })
  await question.getByText(/^Affects/).waitFor()
  await question.getByRole('button', { name: `Switch ${name} ${act}` }).click()
  await seeToast(page, `${name} is ${act}`)
}

test('a price is typed over in the table, applies in the shop and its carts, and is set back', async () => {
  const buyer = await openPage(store)
  await putInCart(buyer, VIP_JUNIOR.id)
  await chooseTravis(buyer)
  const page = await openPage(store)
  await openPricing(page)

  expect(await updateButton(page).isDisabled()).toBe(true)
  await priceIn(page, VIP_NAME).press('Enter')
  await expect.poll(() => hasFocus(priceField(page))).toBe(true)
  await page.getByText(`${VIP_NAME} costs $299.00 now.`).waitFor()
  await page.keyboard.type('310.5')
  await page.getByText(`${VIP_NAME}: $299.00 → to $310.50 (+$11.50, +3.8 %)`).waitFor()
  await page.getByText(/^Affects 281 packages across all counties\. 1 of them is in a cart now/).waitFor()
  await expectAccessibleAndFits(page, 'pricing, a price in the form')
  await priceField(page).press('Enter')

  await seeToast(page, 'Pricing updated successfully and applied to all packages!')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $310.50` }).waitFor()
  await packageRow(buyer).getByText('$310.50').waitFor()

  await press(history(page), `Undo the change of ${VIP_NAME}`)
  await page.getByRole('button', { name: 'Restore 1 price' }).click()
  await seeToast(page, '1 price restored')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $299.00` }).waitFor()
  await packageRow(buyer).getByText('$299', { exact: true }).waitFor()
})

test('many prices change as their preview says; a colleague’s edit before that, or before an undo, is asked about', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openPricing(page)
  const dialog = await openMany(page)
  expect(new URL(page.url()).searchParams.get('open')).toBe('many-prices')
  await press(dialog, 'All of Lead types')
  await dialog.getByRole('checkbox', { name: 'VIP' }).check()
  await press(dialog, 'All of Package sizes')
  await dialog.getByLabel('Percent change').fill('10')
  await dialog.getByText('$328.90').waitFor()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 305 })
  await dialog.getByRole('button', { name: 'Change 12 prices' }).click()
  await dialog.getByText('Someone else changed a price').waitFor()
  await dialog.getByText(/VIP Junior Package, Vacant Houses now costs \$305\.00/).waitFor()
  await dialog.getByText('$335.50').waitFor()

  await dialog.getByLabel('Percent change').fill('-7.5')
  const preview = dialog.getByRole('table', { name: 'Old and new prices' })
  await preview.getByRole('row', { name: /^VIP Enterprise Package \$1,099\.00 \$1,016\.58/ }).waitFor()
  await dialog.getByText(/^3,372 packages across all counties/).waitFor()
  await expectAccessibleAndFits(page, 'many prices')
  await dialog.getByLabel('Note').fill('Summer list')
  await dialog.getByRole('button', { name: 'Change 12 prices' }).click()

  await seeToast(page, '12 prices changed')
  await page.getByRole('button', { name: `Change ${VIP_NAME}, $282.13` }).waitFor()
  const row = history(page).getByRole('row', { name: /Summer list/ })
  await row.getByText('12 prices', { exact: true }).click()
  await row.getByRole('row', { name: /^VIP Junior Package \$305\.00 \$282\.13/ }).waitFor()
  await row.getByRole('button', { name: 'Undo' }).click()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 299 })
  await page.getByRole('button', { name: 'Restore 12 prices' }).click()
  await page.getByText(`${VIP_NAME} now costs $299.00. Check the prices again.`).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await row.getByText('Changed again since').waitFor()
})

test('a change is planned for a time on the store’s clocks, listed, and canceled', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openPricing(page)
  const dialog = await openMany(page)
  await dialog.getByRole('checkbox', { name: 'Owner Occupied' }).check()
  await dialog.getByRole('checkbox', { name: 'Premium' }).check()
  await dialog.getByRole('checkbox', { name: '50 leads' }).check()
  await dialog.getByRole('radio', { name: 'New price' }).check()
  await dialog.getByLabel('New price ($)').fill('300')
  await dialog.getByRole('radio', { name: 'At a set time' }).check()
  await dialog.getByLabel(/^From\s*New York time/).fill('2035-07-02T00:00')
  await dialog.getByText(/Monday, July 2, 2035 at 12:00 AM EDT \(New York\)/).waitFor()
  await dialog.getByRole('button', { name: 'Plan 1 price' }).click()

  await planned(page).getByText('Monday, July 2, 2035 at 12:00 AM EDT (New York)').waitFor()
  await planned(page).getByText('Premium Professional Package, Owner Occupied').first().waitFor()
  const [waiting] = await other.call<{ startsAt: string }[]>('GET', '/api/admin/pricing/changes?state=scheduled')
  await expectAccessibleAndFits(page, 'pricing, a planned change')
  expect(waiting?.startsAt).toBe('2035-07-02T04:00:00.000Z')
  await press(planned(page), /^Cancel/)
  await page.getByRole('button', { name: 'Cancel the change' }).click()

  await planned(page).getByText('Nothing is planned.', { exact: false }).waitFor()
  await history(page).getByText('Canceled', { exact: true }).waitFor()
})

test('a county’s own price is previewed, shown on its page, in the cart and on the card, and given up again', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer).getByText('$299', { exact: true }).waitFor()
  const page = await openPage(store)
  await openPricing(page)
  await page.getByText('No state or county has prices of its own yet.').waitFor()

  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  await page.getByText('What packages cost in Texas, and whose price that is.', { exact: false }).waitFor()
  await page.getByLabel('County', { exact: true }).selectOption('Travis')
  await page.getByRole('button', { name: vip('$299.00', 'National price') }).click()
  await page.getByText(`${VIP_NAME} costs $299.00 now (National price).`, { exact: false }).waitFor()
  await priceField(page).fill('325')
  await page.getByText(/^Affects 1 package in Travis County, Texas\./).waitFor()
  await updateButton(page).click()
  await seeToast(page, '1 price changed')
  await page.getByRole('button', { name: vip('$325.00', 'Travis County price') }).waitFor()

  await packageRow(buyer).getByText('$325', { exact: true }).waitFor()
  await addToCart(buyer)
  await goToCheckout(buyer, 'county-price@example.com')
  await fillCard(buyer)
  await buyer.getByRole('button', { name: 'Pay $325.00' }).click()
  await seeReceipt(buyer)
  await buyer.getByText('$325.00').first().waitFor()

  await expect.poll(() => history(page).getByText('Travis County, Texas').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: vip('$325.00', 'Travis County price') }).click()
  await page.getByRole('button', { name: 'Use the national price ($299.00)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use the national price in Travis County, Texas?' })
  await dialog.getByRole('row', { name: /\$325\.00 Travis County price \$299\.00 National price/ }).waitFor()
  await dialog.getByRole('button', { name: 'Use the national price' }).click()
  await page.getByRole('button', { name: vip('$299.00', 'National price') }).waitFor()
  await page.getByText('No state or county has prices of its own yet.').waitFor()
})

test('an offer is made, explained from the price list to the mail, and charged exactly; what changes in between is agreed to', async () => {
  const admin = await openPage(store)
  await openAs(admin, ADMIN, '/admin-enhanced?tab=offers')
  await offerRow(admin, '5 Extra Leads').getByText('Active', { exact: true }).waitFor()
  await admin.getByLabel('Offer Name').fill('Texas VIP Week')
  await admin.getByLabel('Percent off').fill('20')
  await admin.getByText('For which packages, when, and how often').click()
  await admin.getByRole('checkbox', { name: 'VIP' }).check()
  await admin.getByLabel('States').selectOption('Texas')
  const form = admin.getByRole('form', { name: 'Create Custom Offer' })
  await form.getByText(/^Affects [\d,]+ packages across all counties\./).waitFor()
  await see(form.getByRole('listitem').filter({ hasText: 'VIP Junior Package, Vacant Houses' }), '$239.20')
  await admin.getByRole('button', { name: 'Create Offer' }).click()
  const question = admin.getByRole('dialog', { name: 'Create Texas VIP Week?' })
  await question.getByText(/^Affects [\d,]+ packages/).waitFor()
  await question.getByRole('button', { name: 'Create Texas VIP Week' }).click()
  await seeToast(admin, 'Texas VIP Week created')
  await offerRow(admin, 'Texas VIP Week').getByText('VIP, in Texas').waitFor()
  await expectAccessibleAndFits(admin, 'special offers with an own one')

  const buyer = await openPage(store, { expects: [/status of 409/] })
  const charged: number[] = []
  buyer.on('response', async (response) => {
    if (response.url().endsWith('/confirm') && response.ok()) charged.push((await response.json()).amount)
  })
  await chooseTravis(buyer)
  const row = packageRow(buyer)
  await row.getByText('was $299now $239.20').waitFor()
  await row.getByText('20 leads + 5 extra').waitFor()
  await row.getByText('$11.96 per lead').waitFor()
  await addToCart(buyer)
  await buyer.getByRole('button', { name: /^Cart \(/ }).click()
  await cartDialog(buyer).getByText('20 leads + 5 extra').waitFor()
  await cartDialog(buyer).getByText('−$59.80').first().waitFor()
  await buyer.keyboard.press('Escape')
  await goToCheckout(buyer, 'week@example.com')
  await fillCard(buyer)
  await buyer.getByRole('button', { name: 'Pay $239.20' }).waitFor()
  await expectAccessibleAndFits(buyer, 'a checkout with an offer')

  await switchOffer(admin, 'Texas VIP Week', 'off')
  await payButton(buyer).click()
  const told = buyer.getByRole('status').filter({ hasText: 'The total is now $299.00' })
  await told.getByText('$239.20').waitFor()
  await buyer.getByRole('button', { name: 'Continue with $299.00' }).click()
  await buyer.getByRole('button', { name: 'Pay $299.00' }).waitFor()
  await switchOffer(admin, 'Texas VIP Week', 'on')
  // The cart with the new prices arrives after the buyer agreed to their total, which is not asked again.
  const gate = Promise.withResolvers<void>()
  await buyer.route('**/api/cart', (route) => gate.promise.then(() => route.continue()))
  await payButton(buyer).click()
  await buyer.getByRole('button', { name: 'Continue with $239.20' }).click()
  gate.resolve()
  expect([charged, await store.mailbox('week@example.com')]).toEqual([[], []])
  await fillCard(buyer)
  await buyer.getByRole('button', { name: 'Pay $239.20' }).click()

  const reference = await seeReceipt(buyer)
  expect(charged).toEqual([23920])
  await buyer.getByRole('link', { name: `order ${reference}` }).click()
  await buyer.getByRole('heading', { name: 'Your order', level: 1 }).waitFor()
  const receipt = await buyer.getByRole('region', { name: 'Order' }).textContent()
  for (const words of ['20 leads + 5 extra', 'Texas VIP Week', '−$59.80', '$299.00', '$239.20'])
    expect(receipt).toContain(words)
  await expect.poll(() => store.mailbox('week@example.com'), { timeout: 15_000 }).toHaveLength(1)
  const [mail] = await store.mailbox('week@example.com')
  for (const words of ['Texas VIP Week', '$59.80', '$239.20']) expect(mail?.text).toContain(words)

  await admin.reload()
  await offerRow(admin, 'Texas VIP Week').getByText('$59.80 taken off').waitFor()
  await offerRow(admin, 'Texas VIP Week').getByText('Used in 1 order').waitFor()
  await see(offerRow(admin, '5 Extra Leads'), /^\d+ extra leads given/)
})

test('a cart with an offer limited to once per customer asks for the contact before the card, and can be paid', async () => {
  const once = { isCombinable: false, usesPerCustomerMax: 1, attemptId: 'attempt-welcome' }
  await other.call('POST', '/api/admin/offers', anOffer({ name: 'Welcome', states: ['Delaware'], ...once }))
  const page = await openPage(store, { viewport: { width: 375, height: 740 }, expects: [/status of 400/] })
  await putInCart(page, KENT_VIP)
  await page.goto('/checkout')

  await page.getByText('Your name and email first').waitFor()
  await expectAccessibleAndFits(page, 'a checkout that asks for the contact first')
  expect(await cardField(page, 'Card number').count()).toBe(0)
  await page.getByLabel('Full Name').fill('Wen Welcome')
  await page.getByLabel('Email').fill('wen@example.com')
  await page.getByRole('button', { name: 'Continue to Card' }).click()
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $269.10' }).click()

  await seeReceipt(page)
})
