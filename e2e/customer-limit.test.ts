import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { signInAs } from './support/members.ts'
import { addToCart, CARDS, cardField, chooseTravis, fillCard, seeReceipt, VIP_JUNIOR } from './support/shopping.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
})
afterAll(() => store.stop())

test('a cart with an offer limited to once per customer asks for the contact before the card, and can be paid', async () => {
  const admin = await signInAs(store, ADMIN)
  await admin.call('POST', '/api/admin/offers', {
    name: 'Welcome',
    kind: 'percentage',
    value: 10,
    leadTypes: [],
    tiers: [],
    sizes: [],
    states: [],
    isCombinable: false,
    usesPerCustomerMax: 1,
    attemptId: 'attempt-welcome',
  })
  const page = await openPage(store, { viewport: { width: 375, height: 740 }, expects: [/status of 400/] })
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
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
