import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  addVip,
  CARDS,
  cardField,
  PREMIER_INVESTOR,
  packageRow,
  payButton,
  seeReceipt,
} from './support/shopping.ts'
import { hasFocus } from './support/steps.ts'
import { withSharedStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'
const PHONE = { width: 375, height: 760 }
const { openPage } = withBrowser()
const store = withSharedStore()

beforeEach(() => store.setStocks(9))

const bar = (page: Page) => page.getByRole('region', { name: 'Your cart', exact: true })
const vip = (page: Page, name: string) => packageRow(page).getByRole('button', { name, exact: true })
const toast = (page: Page) => page.getByRole('status').locator('[data-toast]').or(page.locator('[data-toast]')).first()

/** The first pixel that the bottom of the window covers. */
const dockTop = (page: Page) =>
  page.evaluate(() => document.querySelector('[aria-label="Sandbox"]')?.parentElement?.getBoundingClientRect().top ?? 0)

test('on a phone Add to Cart is on the first screen, packages are short rows, and the bar covers no line', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await page.goto(COUNTY)
  await packageRow(page).waitFor()
  await page.getByText('What your budget buys').waitFor()
  const { count, tallest, addBottom } = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('article')].map((row) => row.getBoundingClientRect())
    const add = document.querySelector('article button')?.getBoundingClientRect()
    return {
      count: rows.length,
      tallest: Math.max(...rows.map((row) => row.height)),
      addBottom: add?.bottom ?? Number.NaN,
    }
  })
  expect(count).toBe(16)
  expect(tallest).toBeLessThanOrEqual(90)
  expect(addBottom).toBeLessThan(await dockTop(page))

  await addToCart(page)
  // A toast lies within the bar, over nothing; both are loaded on demand.
  const isWithin = async () => {
    const [box, barBox] = [await toast(page).boundingBox(), await bar(page).boundingBox()]
    return box && barBox && box.y >= barBox.y && box.y + box.height <= barBox.y + barBox.height
  }
  await expect.poll(isWithin).toBe(true)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const last = await page.getByRole('link', { name: 'Remove my property' }).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(await dockTop(page))
})

test('a package that was added shows what is held, and takes and gives back units in place', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await page.goto(COUNTY)
  await addToCart(page)
  const row = packageRow(page)
  await row.getByText('1 in cart').waitFor()
  expect(await row.getByRole('timer').textContent()).toMatch(/^(30:00|29:\d\d)$/)

  await vip(page, 'Add to Cart').click()
  await row.getByText('2 in cart').waitFor()
  await row.getByText('7 available').waitFor()
  await bar(page).getByText('2 packages').waitFor()
  await bar(page).getByText('$598').waitFor()

  await vip(page, 'Give one back').click()
  await row.getByText('1 in cart').waitFor()
  await vip(page, 'Give one back').click()
  await vip(page, 'Add to Cart').waitFor()
  await row.getByText('in cart').waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(vip(page, 'Add to Cart'))).toBe(true)
  await bar(page).waitFor({ state: 'detached' })
  expect(await store.stockOf()).toBe(9)
})

test('what a budget buys is added with one press', async () => {
  const page = await openPage(store)
  await page.goto(COUNTY)
  await packageRow(page, 'VIP Investor Package').getByRole('button', { name: 'Out of Stock' }).waitFor()
  await page.getByLabel('Amount in dollars').fill('$1,200')
  const answer = page.getByRole('listitem').filter({ hasText: '4 × Junior Package' })

  await answer.getByRole('button', { name: 'Add these' }).click()

  await page.getByText('4 packages added to cart.').first().waitFor()
  await packageRow(page).getByText('4 in cart').waitFor()
  expect(await store.stockOf()).toBe(5)
})

test('from a cold home page to a paid order takes at most 12 presses', async () => {
  const page = await openPage(store, { viewport: PHONE })
  let presses = 0
  const press = async (locator: ReturnType<Page['locator']>) => {
    presses += 1
    await locator.click()
  }
  const type = async (locator: ReturnType<Page['locator']>, text: string) => {
    // A field has to be pressed before typing.
    await press(locator)
    await locator.fill(text)
  }
  await page.goto('/')
  await type(page.getByRole('combobox', { name: 'County, city or ZIP' }).first(), '78704')
  await press(page.getByRole('option', { name: /^Travis County, TX/ }).first())
  await press(vip(page, 'Add to Cart'))
  await press(bar(page).getByRole('link', { name: 'Check out' }))
  await type(page.getByLabel('Full Name'), 'Ada Buyer')
  await type(page.getByLabel('Email'), 'quick@example.com')
  await type(cardField(page, 'Card number'), CARDS.good)
  await type(cardField(page, 'Expiration date'), '12 / 40')
  await type(cardField(page, 'Security code'), '123')
  await press(payButton(page))
  await seeReceipt(page)

  expect(presses).toBeLessThanOrEqual(12)
})

test('a county with a full cart, a sold-out and a scarce package is accessible and fits, and so is the choice of another county', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await addVip(page)
  await addToCart(page, PREMIER_INVESTOR.name)
  await packageRow(page, PREMIER_INVESTOR.name).getByText('1 in cart').waitFor()
  await expectAccessibleAndFits(page, 'county')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('link', { name: 'Change county' }).click()
  await page.getByRole('link', { name: 'Keep Travis' }).waitFor()
  await expectAccessibleAndFits(page, 'choice of another county')
})
