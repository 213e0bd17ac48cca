import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { TIERS } from '#contract/catalogue/catalogue.ts'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import {
  addToCart,
  addVip,
  CARDS,
  cardField,
  cartDialog,
  deliverBy,
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

/** A county with two sizes of each tier in stock. */
const ALL_TIERS = '/leads?state=Texas&county=Lubbock'
async function stockAllTiers(): Promise<void> {
  for (const tier of TIERS) for (const size of [20, 100]) await store.setStock(`48303-vacant-${tier}-${size}`, 9)
}

const bar = (page: Page) => page.getByRole('region', { name: 'Your cart', exact: true })
const vip = (page: Page, name: string) => packageRow(page).getByRole('button', { name, exact: true })
const toast = (page: Page) => page.getByRole('status').locator('[data-toast]').or(page.locator('[data-toast]')).first()

/** The first pixel that the bottom of the window covers. */
const dockTop = (page: Page) =>
  page.evaluate(() => document.querySelector('[aria-label="Sandbox"]')?.parentElement?.getBoundingClientRect().top ?? 0)

test('on a phone Add to Cart is on the first screen, packages are short rows, and the bar covers no line', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await stockAllTiers()
  await page.goto(ALL_TIERS)
  await packageRow(page).waitFor()
  await page.getByRole('heading', { name: 'What your budget buys' }).waitFor()
  const { count, span, addBottom, short } = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('article')].map((row) => row.getBoundingClientRect())
    const buttons = [...document.querySelectorAll('article button')].map((one) => one.getBoundingClientRect())
    return {
      count: rows.length,
      span: Math.max(...rows.map(({ bottom }) => bottom)) - Math.min(...rows.map(({ top }) => top)),
      addBottom: buttons[0]?.bottom ?? Number.NaN,
      short: buttons.filter(({ height }) => height > 0 && height < 44).length,
    }
  })
  expect({ count, short }).toEqual({ count: 16, short: 0 })
  expect(span).toBeLessThanOrEqual(1_300)
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
  expect(await bar(page).getByRole('timer').textContent()).toMatch(/^(30:00|29:\d\d)$/)

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

test('with the keyboard, packages are a skip away, and the checkout is the next stop after one is added', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await page.goto(COUNTY)
  await packageRow(page).waitFor()
  await page.getByRole('link', { name: 'Skip to packages' }).press('Enter')
  for (let stops = 0; stops < 3; stops += 1) await page.keyboard.press('Tab')
  expect(await hasFocus(vip(page, 'Add to Cart'))).toBe(true)
  await page.keyboard.press('Enter')
  await packageRow(page).getByText('1 in cart').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/checkout')
})

test('from a cold home page to a paid order takes at most 10 presses', async () => {
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

  expect(presses).toBeLessThanOrEqual(10)
})

test('all packages of a lead type are on one screen of a computer, and the cheapest leads of each tier are marked', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await stockAllTiers()
  await page.goto(ALL_TIERS)
  await packageRow(page, 'Standard Enterprise Package').waitFor()
  const bottoms = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
  expect(bottoms).toHaveLength(16)
  expect(Math.max(...bottoms)).toBeLessThan(await dockTop(page))
  const marked = page.getByRole('article').filter({ hasText: 'lowest' })
  await expect.poll(() => marked.count()).toBe(4)
  expect(await marked.first().getByRole('heading').textContent()).toBe('VIP Enterprise Package')
})

test('a tier that is sold out is one line, which says where it is in stock nearby', async () => {
  for (const size of [20, 30, 50, 100]) await store.setStock(`48453-vacant-vip-${size}`, 0)
  await store.setStock('48209-vacant-vip-20', 3)
  const page = await openPage(store, { viewport: PHONE })
  await page.goto(COUNTY)
  const vipTier = page.getByRole('region', { name: 'VIP Tier - Exclusive Access' })
  await vipTier.getByText('VIP is sold out in Travis County, Texas.').waitFor()
  expect(await vipTier.getByRole('article').count()).toBe(0)
  await expectAccessibleAndFits(page, 'county, a tier sold out')
  await vipTier.getByRole('button', { name: 'Email me when it’s back' }).waitFor()

  await vipTier.getByRole('link', { name: 'Hays' }).click()
  await packageRow(page).getByText('3 available').waitFor()
})

test('the delivery is chosen once for what is added next, and changed for one line in the cart', async () => {
  const page = await openPage(store)
  await page.goto(COUNTY)
  await addToCart(page)
  await deliverBy(page, 'SMS')
  await addToCart(page, PREMIER_INVESTOR.name)
  await page.getByRole('button', { name: /^Cart \(/ }).click()
  const line = (name: string) => cartDialog(page).getByRole('listitem').filter({ hasText: name })
  await line('VIP Junior Package').getByText('Travis County, Texas · Email').waitFor()
  await line(PREMIER_INVESTOR.name).getByText('Travis County, Texas · SMS Text').waitFor()

  await line('VIP Junior Package').getByRole('button', { name: 'Send by text instead' }).click()
  await line('VIP Junior Package').getByText('Travis County, Texas · SMS Text').waitFor()
  await page.reload()
  await line('VIP Junior Package').getByText('Travis County, Texas · SMS Text').waitFor()
})

test('three counties are compared on one screen, from an address that can be shared', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await page.goto(COUNTY)
  await page.getByRole('link', { name: 'Compare nearby counties' }).click()
  const table = page.getByRole('region', { name: 'Counties side by side' }).getByRole('table')
  const column = (name: string) => table.getByRole('columnheader', { name: new RegExp(`^${name}`) })
  await column('Williamson').waitFor()
  expect(await table.getByRole('columnheader').count()).toBe(3)
  const box = await table.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(await dockTop(page))
  await expectAccessibleAndFits(page, 'counties side by side')

  await page.getByRole('combobox', { name: 'County, city or ZIP' }).last().fill('Bastrop County')
  await page.getByRole('option', { name: /^Bastrop County, TX/ }).click()
  await table.getByRole('link', { name: 'Remove Williamson' }).click()
  await column('Williamson').waitFor({ state: 'detached' })
  const smallestVip = table.getByRole('row', { name: /VIP 20 \+ 5 leads.*\$299/ })
  await smallestVip.getByRole('button', { name: 'Add to Cart' }).first().click()
  await bar(page).getByText('1 package').waitFor()

  for (const [tier, rows] of [
    ['Standard', 4],
    ['VIP', 8],
  ] as const) {
    await page.getByRole('group', { name: 'Tiers' }).getByRole('button', { name: tier }).click()
    await expect.poll(() => table.getByRole('rowheader').count()).toBe(rows)
  }

  const phone = await openPage(store, { viewport: PHONE })
  await phone.goto(page.url())
  const cells = phone.getByRole('columnheader', { name: /Travis|Bastrop|Hays/ })
  await cells.nth(2).waitFor()
  const inView = await cells.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().right <= window.innerWidth),
  )
  expect(inView).toEqual([true, true, true])
  await expectAccessibleAndFits(phone, 'counties side by side on a phone')
})

test('a county with a full cart, a sold-out and a scarce package is accessible and fits, and so is the choice of another county', async () => {
  const page = await openPage(store, { viewport: { width: 1440, height: 900 } })
  await addVip(page)
  await addToCart(page, PREMIER_INVESTOR.name)
  await packageRow(page, PREMIER_INVESTOR.name).getByText('1 in cart').waitFor()
  await expectAccessibleAndFits(page, 'county')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('link', { name: 'Change county' }).click()
  await page.getByRole('link', { name: 'Stay in Travis' }).waitFor()
  await expectAccessibleAndFits(page, 'choice of another county')
})
