import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  CARDS,
  cartDialog,
  chooseTravis,
  fillCard,
  goToCheckout,
  packageRow,
  payButton,
  seeReceipt,
  VIP_JUNIOR,
} from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
  await store.setStock(VIP_JUNIOR.id, 100)
})
afterAll(() => store.stop())

/** Nothing that axe finds, nothing that must be scrolled sideways. */
async function expectWellMade(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)
  expect.soft(found, screen).toEqual([])
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(overhang, `${screen}, width beyond the window`).toBe(0)
}

const SCREENS = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 1280 },
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 320 },
] as const

test.each(SCREENS)(
  'every screen is accessible and fits: $colorScheme, $width px wide',
  async ({ colorScheme, width }) => {
    const page = await openPage(store, {
      colorScheme,
      viewport: { width, height: 800 },
      // The two missing pages are answered 404, and a browser says so.
      expects: [/status of 404/],
    })

    await page.goto('/')
    await page.getByRole('link', { name: 'Start Buying Leads Today' }).waitFor()
    await expectWellMade(page, 'home')
    await page.goto('/leads')
    await page.getByText('Please select a state and county to view available lead packages.').waitFor()
    await expectWellMade(page, 'leads, nothing chosen')
    await page.goto('/checkout')
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    await expectWellMade(page, 'checkout, empty')
    await page.goto('/order/no-such-order-no-such-order')
    await page.getByRole('heading', { name: 'Order Not Found' }).waitFor()
    await expectWellMade(page, 'order not found')
    await page.goto('/no-such-page')
    await page.getByRole('heading', { name: '404' }).waitFor()
    await expectWellMade(page, '404')

    await chooseTravis(page)
    await addToCart(page, VIP_JUNIOR.name)
    await packageRow(page, VIP_JUNIOR.name).getByRole('button', { name: 'Add to Cart' }).waitFor()
    await expectWellMade(page, 'leads')
    await page.getByRole('button', { name: 'Cart (1)' }).click()
    await cartDialog(page).getByRole('heading', { name: 'VIP Package' }).waitFor()
    await expectWellMade(page, 'cart')
    await page.keyboard.press('Escape')
    await goToCheckout(page, 'axe@')
    await page.getByLabel('Cell Phone').focus()
    await page.getByText('Please enter a valid email address.').waitFor()
    await payButton(page).waitFor()
    await expectWellMade(page, 'checkout')
    await page.getByLabel('Email').fill('axe@example.com')
    await fillCard(page, CARDS.good)
    await payButton(page).click()
    await seeReceipt(page)
    await expectWellMade(page, 'payment success')
    await page.getByRole('link', { name: /^order LY-/ }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    await expectWellMade(page, 'order')
  },
)
