import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { addToCart, cartDialog, chooseTravis, packageRow, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  // Six seconds: long enough to open the cart, short enough to watch a hold end.
  store = await startStore({ HOLD_MINUTES: '0.1' })
  await store.setStock(VIP_JUNIOR.id, 1)
})
afterAll(() => store.stop())

test('an expired hold leaves the cart with an explanation, and the unit is back on sale', async () => {
  const page = await openPage(store)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  await page.getByRole('button', { name: 'Cart (1)' }).click()
  await cartDialog(page).getByRole('timer').first().waitFor()

  await cartDialog(page).getByText('A reservation ran out').waitFor()
  await cartDialog(page).getByText('VIP Junior Package, Travis, Texas').waitFor()
  await cartDialog(page).getByText('Your cart is empty').waitFor()
  await cartDialog(page).getByRole('button', { name: 'Close' }).click()

  await packageRow(page, VIP_JUNIOR.name).getByText('1 available').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(1)
})
