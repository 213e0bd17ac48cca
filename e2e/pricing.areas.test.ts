/** Prices of a state or a county on the administrators' screen, and what buyers get to see and pay. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { chooseVip, history, openPricing, priceField, priceIn, updateButton, VIP_NAME } from './support/pricing.ts'
import {
  addToCart,
  CARDS,
  chooseTravis,
  fillCard,
  goToCheckout,
  packageRow,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'
import { seeToast } from './support/team.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 10)
})
afterAll(() => store.stop())

/** The name of the VIP price's button, whose price is on a line of its own. */
const vip = (price: string, whose: string) => new RegExp(`${VIP_NAME}, ${price.replace(/[$.]/g, '\\$&')} ?, ?${whose}$`)

test('a county’s own price is previewed, shown on its page, in the cart and on the card, and given up again', async () => {
  const buyer = await openPage(store)
  await chooseTravis(buyer)
  await packageRow(buyer, VIP_JUNIOR.name).getByText('$299', { exact: true }).waitFor()
  const page = await openPage(store)
  await openPricing(page)
  await page.getByText('No state or county has prices of its own yet.').waitFor()

  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  await page.getByText('What packages cost in Texas, and whose price that is.', { exact: false }).waitFor()
  await page.getByLabel('County', { exact: true }).selectOption('Travis')
  await page.getByRole('button', { name: vip('$299.00', 'National price') }).click()
  await page.getByText(`${VIP_NAME} costs $299.00 now (National price).`, { exact: false }).waitFor()
  await priceField(page).fill('325')
  await page.getByText('Affects 1 package in Travis County, Texas. It isn’t in any cart right now.').waitFor()
  await updateButton(page).click()
  await seeToast(page, '1 price changed')
  await page.getByRole('button', { name: vip('$325.00', 'Travis County price') }).waitFor()

  await packageRow(buyer, VIP_JUNIOR.name).getByText('$325', { exact: true }).waitFor()
  await addToCart(buyer, VIP_JUNIOR.name)
  await goToCheckout(buyer, 'county-price@example.com')
  await fillCard(buyer, CARDS.good)
  await buyer.getByRole('button', { name: 'Pay $325.00' }).click()
  await seeReceipt(buyer)
  await buyer.getByText('$325.00').first().waitFor()

  await expect.poll(() => history(page).getByText('Travis County, Texas').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Travis County, Texas 1 price' }).click()
  await page.getByText('National prices apply everywhere.', { exact: false }).waitFor()
  await priceIn(page, VIP_NAME).click()
  await priceField(page).fill('310')
  await page.getByText('1 package keeps a price of its own.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Travis County, Texas 1 price' }).click()
  await page.getByRole('button', { name: vip('$325.00', 'Travis County price') }).click()
  await page.getByRole('button', { name: 'Use the national price ($299.00)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use the national price in Travis County, Texas?' })
  await dialog.getByRole('row', { name: /\$325\.00 Travis County price \$299\.00 National price/ }).waitFor()
  await expectAccessibleAndFits(page, 'the question before a county gives up its price')
  await dialog.getByRole('button', { name: 'Use the national price' }).click()
  await page.getByRole('button', { name: vip('$299.00', 'National price') }).waitFor()
  await page.getByText('No state or county has prices of its own yet.').waitFor()
})

test('many prices of a state change by percent, are listed under its name, and are undone', async () => {
  const page = await openPage(store)
  await openPricing(page)
  await page.getByLabel('State', { exact: true }).selectOption('Texas')
  await page.getByRole('button', { name: 'Change many prices' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change many prices in Texas' })
  await chooseVip(dialog, '10')
  await dialog.getByText('3,048 packages in Texas.', { exact: true }).waitFor()
  await expectAccessibleAndFits(page, 'many prices of a state')
  await dialog.getByRole('button', { name: 'Change 12 prices' }).click()
  await seeToast(page, '12 prices changed')
  await page.getByRole('button', { name: 'Texas 12 prices' }).waitFor()
  await expectAccessibleAndFits(page, 'the prices of a state')

  await history(page).getByRole('button', { name: 'Undo the change of 12 prices in Texas' }).click()
  await page.getByText('It applies in Texas right away.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Restore 12 prices' }).click()
  await page.getByText('No state or county has prices of its own yet.').waitFor()
})
