import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleAndFits, PHONE } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, openCart, pressIn, seePanel, seeSuccess } from './support/cart-purchase.ts'
import * as shopping from './support/shopping.ts'
import { hasFocus, see } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'
import { seeToast } from './support/team.ts'

const { openPage } = withBrowser()
/** What the browser and the cart write down of a refused or lost call that the screen explains. */
const NOTED = /status of 409|release failed|ERR_FAILED|ERR_INTERNET_DISCONNECTED/
const STOCK = 50
const store = withSharedStore((store) => store.setStocks(STOCK))

const linesOf = (page: Page) =>
  shopping
    .cartDialog(page)
    .getByRole('list', { name: 'Packages in your cart' })
    .locator('> li')
    .evaluateAll((items) =>
      items.map(
        (item) => `${item.querySelector('h3')?.textContent}, ${/(Email|SMS Text)/.exec(item.textContent)?.[0]}`,
      ),
    )
/** Of two toasts with a button each and one to close it. */
const TOAST_STOPS_MAX = 6
const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })
/** With the keyboard: to the toasts, to the newest, to its button. An earlier one may still be there, or just go. */
async function focusUndo(page: Page): Promise<void> {
  await undo(page).waitFor()
  await page.keyboard.press('F8')
  const isFocused = () => hasFocus(undo(page))
  for (let stop = 0; stop < TOAST_STOPS_MAX && !(await isFocused()); stop += 1) await page.keyboard.press('Tab')
  expect(await isFocused()).toBe(true)
}
const seeEmpty = (page: Page) => shopping.cartDialog(page).getByText('Your cart is empty').waitFor()
const BOTH = ['Premier Investor Package, SMS Text', 'VIP Junior Package, Email']

async function openFullCart(page: Page): Promise<void> {
  await shopping.chooseTravis(page)
  await shopping.deliverBy(page, 'SMS')
  await shopping.addToCart(page, shopping.PREMIER_INVESTOR.name)
  await shopping.deliverBy(page, 'Email')
  await shopping.addToCart(page)
  await openCart(page)
  await expect.poll(() => linesOf(page)).toEqual(BOTH)
}

test('on a phone, a cleared cart can be restored by keyboard: same packages, order and delivery methods', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openFullCart(page)
  await shopping.cartDialog(page).getByRole('button', { name: 'Clear Cart' }).focus()
  await page.keyboard.press('Enter')
  await seeEmpty(page)
  await undo(page).waitFor()
  await expect.poll(() => store.stockOf()).toBe(STOCK)
  expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await focusUndo(page)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')

  await seeToast(page, '2 packages are back in your cart.')
  expect(await linesOf(page)).toEqual(BOTH)
  await page.reload()
  await expect.poll(() => linesOf(page)).toEqual(BOTH)
  await expect.poll(() => store.stockOf()).toBe(STOCK - 1)
  expect(await undo(page).count()).toBe(0)
  await pressIn(page, 'Clear Cart')
  await seeEmpty(page)
  // Last, since the toast may go before a slow machine has looked at everything.
  await expectAccessibleAndFits(page, 'a cleared cart', 'dialog')
})

test('undo names the package whose last unit someone else took in the meantime, and restores the rest', async () => {
  const page = await openPage(store, { viewport: PHONE, expects: [NOTED] })
  await store.setStock(shopping.VIP_JUNIOR.id, 1)
  await openFullCart(page)
  await pressIn(page, 'Clear Cart')
  await seeEmpty(page)
  const other = await openPage(store)
  await shopping.addVip(other)

  await undo(page).click()

  const lost = 'Travis County, Texas · Vacant Houses · VIP Junior Package was bought or reserved by someone else.'
  await seeToast(page, `${lost} 1 package is back in your cart.`)
  await shopping.cartDialog(page).getByText(lost, { exact: true }).waitFor()
  expect(await linesOf(page)).toEqual(['Premier Investor Package, SMS Text'])
  await pressIn(page, 'Clear Cart')
  await seeEmpty(page)
  await store.setStock(shopping.VIP_JUNIOR.id, STOCK)
})

test('a cart that is cleared and restored after its payment was opened is paid once, with the next payment', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await openFullCart(page)
  await pressIn(page, 'Pay without leaving this page')
  await shopping.cartDialog(page).getByLabel('Cell Phone').fill('512 555 0142')
  await goOnToPanel(page, 'changed-my-mind@example.com')
  await shopping.payButton(page).waitFor()
  await page.goBack()
  await page.goBack()

  await pressIn(page, 'Clear Cart')
  await seeEmpty(page)
  await undo(page).click()
  await seeToast(page, '2 packages are back in your cart.')
  await pressIn(page, 'Pay without leaving this page')
  await pressIn(page, 'Proceed to Payment')
  await seePanel(page)
  await shopping.fillCard(page)
  await page.getByRole('button', { name: 'Pay $578.00' }).click()

  await seeSuccess(page)
  await expect.poll(() => store.mailbox('changed-my-mind@example.com'), { timeout: 15_000 }).toHaveLength(1)
})

test('clearing the cart keeps and names a package that is being paid by card', async () => {
  const page = await openPage(store, { expects: [NOTED] })
  await openFullCart(page)
  await pressIn(page, 'Pay without leaving this page')
  await shopping.cartDialog(page).getByLabel('Cell Phone').fill('512 555 0142')
  await goOnToPanel(page, 'in-the-middle@example.com')
  await shopping.payByCard(page, shopping.CARDS.threeDSecure)
  const challenge = page.frameLocator('iframe[title^="Card authentication"]')
  await challenge.getByRole('button', { name: 'Complete' }).waitFor()
  const second = await openPage(store, { beside: page, viewport: PHONE, expects: [NOTED] })
  await second.goto('/leads')
  await openCart(second)

  await pressIn(second, 'Clear Cart')

  await shopping.cartDialog(second).getByText('Not removed', { exact: true }).first().waitFor()
  await see(
    shopping.cartDialog(second),
    /^Travis County, Texas · Vacant Houses · VIP Junior Package: You are paying for this package right now, so it stays in your cart/,
  )
  expect(await linesOf(second)).toEqual(BOTH)
  await challenge.getByRole('button', { name: 'Complete' }).click()
  await seeSuccess(page)
})
