import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import * as shopping from './support/shopping.ts'
import { see } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const REFUSED = /status of 409/

/** Makes everyone wait until all have arrived: the slower buyer's page must not know about the faster buyer yet. */
function meetingOf(people: number) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let come = 0
  return () => {
    come += 1
    if (come === people) resolve()
    return promise
  }
}

const { openPage } = withBrowser()
const store = withSharedStore()
const denton = shopping.packagesOf('Denton')

beforeEach(() => store.setStock(shopping.VIP_JUNIOR.id, 1))

test('when two buyers press for the last unit at once, one gets it and the other is told', async () => {
  const pages = [await openPage(store, { expects: [REFUSED] }), await openPage(store, { expects: [REFUSED] })]
  const bothPressed = meetingOf(pages.length)
  for (const page of pages) {
    await page.route('**/api/packages/*/reserve', async (route) => {
      await bothPressed()
      await route.continue()
    })
    await shopping.chooseTravis(page)
  }

  await Promise.all(pages.map((page) => shopping.packageRow(page).getByRole('button', { name: 'Add to Cart' }).click()))

  const ends = await Promise.all(
    pages.map((page) =>
      Promise.race([
        see(page, 'VIP package with 20 leads added to cart.').then(() => 'held'),
        see(page, 'Failed to add item to cart. Package may no longer be available.').then(() => 'refused'),
      ]),
    ),
  )
  expect(ends.sort()).toEqual(['held', 'refused'])
  for (const page of pages) {
    const soldOut = page.getByText('VIP is sold out in Travis County, Texas.')
    await soldOut.or(shopping.packageRow(page).getByText('0 available')).waitFor()
  }
  await expect.poll(() => store.stockOf()).toBe(0)
})

test('a cart survives a reload, and a second tab follows the first', async () => {
  const first = await openPage(store)
  const second = await openPage(store, { beside: first })
  await shopping.chooseTravis(first)
  await shopping.chooseTravis(second)

  await shopping.addToCart(first)
  await second.getByRole('button', { name: 'Cart (1)' }).waitFor()
  await shopping.packageRow(second).getByText('0 available').waitFor()
  await first.reload()
  await first.getByRole('button', { name: 'Cart (1)' }).click()
  await shopping.cartDialog(first).getByRole('button', { name: 'Clear Cart' }).click()

  await second.getByRole('button', { name: 'Cart (0)' }).waitFor()
  await shopping.packageRow(second).getByText('1 available').waitFor()
})

test('a buyer who already has too many leads of a list is told before paying, and can remove the package', async () => {
  await store.addLeads(denton.vip.id, 30)
  await store.changeSetting('vipCap', 1, 2)
  onTestFinished(() => store.changeSetting('vipCap', 2, 1))
  await expect.poll(() => store.stockOf(denton.vip.id, denton.place)).toBe(2)
  const page = await openPage(store, { expects: [REFUSED] })
  const pay = async () => {
    await page.goto(denton.path)
    await shopping.addToCart(page, denton.vip.name)
    await shopping.goToCheckout(page, 'stock-again@example.com')
    await shopping.payByCard(page)
  }
  await pay()
  await shopping.seeReceipt(page)

  await pay()

  const notice = page.getByRole('alert').filter({ hasText: 'Not available to you' })
  await notice.getByText('You were not charged.').waitFor()
  await notice.getByRole('button', { name: 'Remove this package' }).click()
  await page.getByText('Your cart is empty').waitFor()
})
