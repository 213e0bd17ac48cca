import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { signInAs } from './support/members.ts'
import {
  addToCart,
  CARDS,
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
import { ADMIN, type Store, startStore } from './support/store.ts'
import { openAs, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
/** The browser's own line about a refusal that the screen explains. */
const REFUSED = /status of 409/
/** A package of Delaware, where the other offers of this file do not apply. */
const KENT_VIP = '10001-vacant-vip-20'
let store: Store

beforeAll(async () => {
  store = await startStore()
  for (const id of [VIP_JUNIOR.id, KENT_VIP]) await store.setStock(id, 10)
})
afterAll(() => store.stop())

async function openOffers(page: Page): Promise<void> {
  await openAs(page, ADMIN, '/admin-enhanced?tab=offers')
  await offerRow(page, '5 Extra Leads').getByText('Active', { exact: true }).waitFor()
}

const offerRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Special offers' }).getByRole('row').filter({ hasText: name })

/** Switches a discount in the list, which asks first. */
async function switchOffer(page: Page, name: string, act: 'on' | 'off'): Promise<void> {
  await offerRow(page, name)
    .getByRole('button', { name: `Switch ${act} ${name}` })
    .click()
  const question = page.getByRole('dialog', { name: `Switch ${name} ${act}?` })
  await question.getByText(/^Affects/).waitFor()
  await question.getByRole('button', { name: `Switch ${name} ${act}` }).click()
  await seeToast(page, `${name} is ${act}`)
}

test('an offer is made, explained from the shelf to the mail, and charged exactly; what changes in between is agreed to', async () => {
  const admin = await openPage(store)
  await openOffers(admin)
  await admin.getByLabel('Offer Name').fill('Texas VIP Week')
  await admin.getByLabel('Percent off').fill('20')
  await admin.getByText('For which packages, when, and how often').click()
  await admin.getByRole('checkbox', { name: 'VIP' }).check()
  await admin.getByLabel('States').selectOption('Texas')
  const form = admin.getByRole('form', { name: 'Create Custom Offer' })
  await form.getByText(/^Affects [\d,]+ packages across all counties\. None of them are in a cart now\./).waitFor()
  await form
    .getByRole('listitem')
    .filter({ hasText: 'VIP Junior Package, Vacant Houses' })
    .getByText('$239.20')
    .waitFor()
  await admin.getByRole('button', { name: 'Create Offer' }).click()
  const question = admin.getByRole('dialog', { name: 'Create Texas VIP Week?' })
  await question.getByText(/^Affects [\d,]+ packages/).waitFor()
  await question.getByRole('button', { name: 'Create Texas VIP Week' }).click()
  await seeToast(admin, 'Texas VIP Week created')
  await offerRow(admin, 'Texas VIP Week').getByText('VIP, in Texas').waitFor()
  await expectAccessibleAndFits(admin, 'special offers with an own one')

  const buyer = await openPage(store, { expects: [REFUSED] })
  const charged: number[] = []
  buyer.on('response', async (response) => {
    if (response.url().endsWith('/confirm') && response.ok()) charged.push((await response.json()).amount)
  })
  await chooseTravis(buyer)
  const row = packageRow(buyer, VIP_JUNIOR.name)
  await row.getByText('was $299now $239.20').waitFor()
  await row.getByText('20 vacant-house leads + 5 extra').waitFor()
  await row.getByText('$11.96 per lead').waitFor()
  await addToCart(buyer, VIP_JUNIOR.name)
  await buyer.getByRole('button', { name: /^Cart \(/ }).click()
  await cartDialog(buyer).getByText('20 leads + 5 extra').waitFor()
  await cartDialog(buyer).getByText('−$59.80').first().waitFor()
  await buyer.keyboard.press('Escape')
  await goToCheckout(buyer, 'week@example.com')
  await fillCard(buyer, CARDS.good)
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
  await fillCard(buyer, CARDS.good)
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
  await offerRow(admin, '5 Extra Leads')
    .getByText(/^5 extra leads given/)
    .waitFor()
})

test('a cart with an offer limited to once per customer asks for the contact before the card, and can be paid', async () => {
  const admin = await signInAs(store, ADMIN)
  await admin.call('POST', '/api/admin/offers', {
    name: 'Welcome',
    kind: 'percentage',
    value: 10,
    leadTypes: [],
    tiers: [],
    sizes: [],
    states: ['Delaware'],
    isCombinable: false,
    usesPerCustomerMax: 1,
    attemptId: 'attempt-welcome',
  })
  const page = await openPage(store, { viewport: { width: 375, height: 740 }, expects: [/status of 400/] })
  await putInCart(page, KENT_VIP)
  await page.goto('/checkout')

  await page.getByText('Your name and email first').waitFor()
  await expectAccessibleAndFits(page, 'a checkout that asks for the contact first')
  expect(await cardField(page, 'Card number').count()).toBe(0)
  await page.getByRole('button', { name: 'Continue to Card' }).click()
  await page.getByText('Full Name is required.').first().waitFor()
  await page.getByLabel('Full Name').fill('Wen Welcome')
  await page.getByLabel('Email').fill('wen@example.com')
  await page.getByRole('button', { name: 'Continue to Card' }).click()
  await fillCard(page, CARDS.good)
  await page.getByRole('button', { name: 'Pay $269.10' }).click()

  await seeReceipt(page)
})
