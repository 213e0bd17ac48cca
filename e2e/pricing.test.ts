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
import { press, see } from './support/steps.ts'
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

/** The cell of a price; in an area, its name says whose price it is. */
const priceIn = (page: Page, name: string) => page.getByRole('textbox', { name: `${name}, price` })
const priceField = (page: Page) => page.getByLabel('New Price ($)')
const updateButton = (page: Page) => page.getByRole('button', { name: 'Update Pricing' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const planned = (page: Page) => page.getByRole('region', { name: 'Planned changes' })

async function openMany(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Change many packages' }).click()
  return page.getByRole('tabpanel', { name: 'Change many packages' })
}

const offerRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Special offers' }).getByRole('row').filter({ hasText: name })

async function switchOffer(page: Page, name: string, act: 'on' | 'off'): Promise<void> {
  await offerRow(page, name).getByRole('switch', { name }).click()
  const question = page.getByRole('dialog', { name: `Switch ${name} on?` })
  if (act === 'on') {
    await question.getByText(/^Affects/).waitFor()
    await question.getByRole('button', { name: `Switch ${name} on` }).click()
  }
  await seeToast(page, `${name} is ${act}`)
}

const seePrice = (page: Page, price: string) => expect.poll(() => priceIn(page, VIP_NAME).inputValue()).toBe(price)

test('a store that has sold nothing says when its figures appear, and shows no empty charts', async () => {
  const page = await openPage(store)
  await openAs(page, ADMIN, '/admin-enhanced?tab=analytics')
  await see(page, 'Sales History Coming Soon')
  await expect.poll(() => page.getByRole('slider').count()).toBe(0)
})

test('a price is typed over in its cell, applies in the shop and its carts, and is undone', async () => {
  const buyer = await openPage(store)
  await putInCart(buyer, VIP_JUNIOR.id)
  await chooseTravis(buyer)
  const page = await openPage(store)
  await openPricing(page)

  expect(await updateButton(page).isDisabled()).toBe(true)
  await priceIn(page, VIP_NAME).click()
  await page.keyboard.type('310.5')
  await page.getByText('was $299 (+$11.50, +3.8%), Enter saves').waitFor()
  await expectAccessibleAndFits(page, 'pricing, a price in its cell')
  await page.keyboard.press('Enter')

  await seeToast(page, 'Pricing updated successfully and applied to all packages!')
  await seePrice(page, '310.50')
  await packageRow(buyer).getByText('$310.50').waitFor()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await seeToast(page, 'Change undone')
  await seePrice(page, '299')
  await packageRow(buyer).getByText('$299', { exact: true }).waitFor()
  await history(page).getByText('Undo of a change').waitFor()
})

test('prices of counties in two states change as all pages of their preview say, not after a colleague’s edit, and are undone', async () => {
  const page = await openPage(store, { expects: [/status of 409/] })
  await openPricing(page)
  const dialog = await openMany(page)
  await dialog.getByText(/^Choose a place\. Nothing changes/).waitFor()
  await dialog.getByRole('radio', { name: 'Counties' }).check()
  for (const place of ['Delaware Kent', 'Texas Harris', 'Texas Travis']) {
    const [state = '', county = ''] = place.split(' ')
    await dialog.getByLabel('State of the counties').selectOption(state)
    await dialog.getByLabel('Counties', { exact: true }).last().selectOption(`${county}, ${state}`)
  }
  expect(await dialog.getByRole('list', { name: 'Chosen places' }).getByRole('button').count()).toBe(3)
  await dialog.getByRole('radio', { name: 'Raise' }).check()
  await dialog.getByLabel('Percent').fill('10')
  await dialog.getByText('$329.00').first().waitFor()
  await dialog.getByRole('radio', { name: 'To the cent' }).check()
  await dialog.getByText('$328.90').first().waitFor()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 305 })
  await dialog.getByRole('button', { name: 'Change 144 prices' }).click()
  await dialog.getByText('Someone else changed these packages').waitFor()
  await dialog.getByText('$335.50').first().waitFor()

  await dialog.getByRole('radio', { name: '.99' }).check()
  await dialog.getByText('144 prices change, for 144 packages.').waitFor()
  await press(dialog, 'Next')
  await dialog.getByText('101 to 144 of 144').waitFor()
  await dialog
    .getByRole('row', { name: /^VIP Junior Package \$379\.00 National price \$416\.99/ })
    .first()
    .waitFor()
  await expectAccessibleAndFits(page, 'many prices')
  await dialog.getByLabel('Note').fill('Summer list')
  await dialog.getByRole('button', { name: 'Change 144 prices' }).click()

  await seeToast(page, '144 prices changed')
  const row = history(page).getByRole('row', { name: /Summer list/ })
  const names = 'Kent County, Delaware; Harris County, Texas; Travis County, Texas'
  await row.getByText(names, { exact: true }).waitFor()
  await row.getByText('144 prices, about +10%').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await seeToast(page, 'Change undone')
  await row.getByText('Undone', { exact: true }).waitFor()
  await other.call('PUT', '/api/admin/pricing', { ...VIP, basePrice: 299 })
})

test('a change is planned for a time on the store’s clocks, listed, and canceled', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openPricing(page)
  const dialog = await openMany(page)
  await dialog.getByRole('radio', { name: 'Whole nation' }).check()
  await dialog.getByRole('checkbox', { name: 'Owner Occupied' }).check()
  await dialog.getByRole('checkbox', { name: 'Premium' }).check()
  await dialog.getByRole('checkbox', { name: '50 leads' }).check()
  await dialog.getByLabel('New price ($)').fill('300')
  await dialog.getByRole('radio', { name: 'At a set time' }).check()
  await dialog.getByLabel(/^From\s*Eastern Time/).fill('2035-07-02T00:00')
  await dialog.getByText(/Monday, July 2, 2035 at 12:00 AM ET \(New York\)/).waitFor()
  await dialog.getByRole('button', { name: 'Plan 1 price' }).click()

  await planned(page).getByText('Monday, July 2, 2035 at 12:00 AM ET (New York)').waitFor()
  await planned(page).getByText('Premium Professional Package, Owner Occupied').first().waitFor()
  const [waiting] = await other.call<{ startsAt: string }[]>('GET', '/api/admin/pricing/changes?state=scheduled')
  await expectAccessibleAndFits(page, 'pricing, a planned change')
  expect(waiting?.startsAt).toBe('2035-07-02T04:00:00.000Z')
  await press(planned(page), /^Cancel/)
  await page.getByRole('button', { name: 'Cancel the change' }).click()

  await expect.poll(() => planned(page).count()).toBe(0)
  await history(page).getByText('Canceled', { exact: true }).waitFor()
})

test('a county’s own price is set, shown on its page, in the cart and on the card, and given up again', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer).getByText('$299', { exact: true }).waitFor()
  const page = await openPage(store)
  await openPricing(page)

  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  await page.getByText('What packages cost in Texas.', { exact: false }).waitFor()
  await page.getByLabel('County', { exact: true }).selectOption('Travis')
  await page.getByRole('textbox', { name: `${VIP_NAME}, price, National price` }).waitFor()
  await page.getByLabel('Lead Type').selectOption('Vacant Houses')
  await page.getByLabel('Tier', { exact: true }).selectOption('VIP')
  await page.getByText(`${VIP_NAME} costs $299.00 now (National price).`, { exact: false }).waitFor()
  await priceField(page).fill('325')
  await page.getByText(`${VIP_NAME}: $299.00 (National price) to $325.00 (+$26.00, +8.7%).`).waitFor()
  await updateButton(page).click()
  await seeToast(page, 'Price changed')
  await seePrice(page, '325')
  await page.getByText('Own price', { exact: true }).waitFor()

  await packageRow(buyer).getByText('$325', { exact: true }).waitFor()
  await addToCart(buyer)
  await goToCheckout(buyer, 'county-price@example.com')
  await fillCard(buyer)
  await buyer.getByRole('button', { name: 'Pay $325.00' }).click()
  await seeReceipt(buyer)
  await buyer.getByText('$325.00').first().waitFor()

  await expect.poll(() => history(page).getByText('Travis County, Texas').count()).toBeGreaterThan(0)
  await priceIn(page, VIP_NAME).fill('')
  await page.getByText('was $325, empty: $299, Enter saves').waitFor()
  await priceIn(page, VIP_NAME).press('Enter')
  await seePrice(page, '')
  await expect.poll(() => page.getByRole('list', { name: 'Places with local prices' }).count()).toBe(0)
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
  await form.getByText(/^Affects [\d,]+ packages\./).waitFor()
  await see(form.getByRole('listitem').filter({ hasText: 'VIP Junior Package, Vacant Houses' }), '$239.20')
  await admin.getByRole('button', { name: 'Create Offer' }).click()
  await press(admin.getByRole('dialog'), 'Create Texas VIP Week')
  await seeToast(admin, 'Texas VIP Week created')
  await expect.poll(() => admin.getByRole('checkbox', { name: 'VIP' }).isVisible()).toBe(false)
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
  await row.getByText('20 leads + 5 free').waitFor()
  await row.getByText('$11.96 per lead').waitFor()
  await addToCart(buyer)
  await buyer.getByRole('button', { name: /^Cart \(/ }).click()
  await cartDialog(buyer).getByText('25 leads (20 + 5 free)').waitFor()
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

  await seeReceipt(buyer)
  expect(charged).toEqual([23920])
  await buyer.goto(buyer.url().replace('payment-success?order=', 'order/'))
  await buyer.getByRole('heading', { name: 'Your order', level: 1 }).waitFor()
  const receipt = await buyer.getByRole('region', { name: 'Order' }).textContent()
  for (const words of ['25 leads (20 + 5 free)', 'Texas VIP Week', '−$59.80', '$299.00', '$239.20'])
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
