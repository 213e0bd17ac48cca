import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { goOnToPanel, goToContact, openCart, seeSuccess } from './support/cart-purchase.ts'
import { CARDS, cartDialog, fillCard, packageRow, payButton, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const STOCK = 9
/** A phone at the edge of its network. */
const SLOW = { latency: 400, downloadThroughput: 50_000, uploadThroughput: 25_000 }
/** Below this a page counts as steady (web.dev/cls); one row that moves by its height is more. */
const SHIFT_MAX = 0.02

const { openPage } = withBrowser({ isReused: false })
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())
beforeEach(() => store.setStock(VIP_JUNIOR.id, STOCK))

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW })
}

/** Adds up what moved on screen without the reader having asked for it. @returns how to read the sum */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) Object.assign(window, { shifted: Number(Reflect.get(window, 'shifted')) + value })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => Number(Reflect.get(window, 'shifted')))
}

const stock = () => store.stockOf(TRAVIS, VIP_JUNIOR.id)
const button = (page: Page, name: string) => packageRow(page, VIP_JUNIOR.name).getByRole('button', { name })

test('on a slow connection a county loads without layout jumps', async () => {
  const page = await openPage(store)
  const shifted = await watchShifts(page)
  await slowDown(page)

  await page.goto(`/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await packageRow(page, VIP_JUNIOR.name).waitFor()
  await page.getByRole('button', { name: 'Cart (0)' }).waitFor()

  expect(await shifted()).toBeLessThan(SHIFT_MAX)
})

test('two clicks on Add to Cart show that it is being added and hold one unit', async () => {
  const page = await openPage(store)
  await page.goto(`/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await button(page, 'Add to Cart').waitFor()
  await slowDown(page)

  await button(page, 'Add to Cart').dblclick()
  await button(page, 'Adding…').waitFor()
  await button(page, 'Added!').waitFor()
  await page.getByRole('button', { name: 'Cart (1)' }).waitFor()

  expect(await stock()).toBe(STOCK - 1)
})

test('clicks before the screen can respond hold one unit', async () => {
  const page = await openPage(store)
  await page.goto(`/leads?state=${TRAVIS.state}&county=${TRAVIS.county}`)

  await button(page, 'Add to Cart').evaluate((element) => {
    for (let click = 1; click <= 3; click += 1) (element as HTMLElement).click()
  })
  await button(page, 'Added!').waitFor()

  await openCart(page)
  await page.getByRole('heading', { name: 'Your cart (1 item)' }).waitFor()
  expect(await stock()).toBe(STOCK - 1)
})

test('repeated clicks on Pay show that it is being paid and charge once', async () => {
  const page = await openPage(store)
  await goToContact(page)
  await slowDown(page)
  await goOnToPanel(page, 'slow@example.com')
  await cartDialog(page).getByText('Setting up secure payment').first().waitFor({ state: 'attached' })
  await fillCard(page, CARDS.good)

  await payButton(page).click({ trial: true })
  await payButton(page).evaluate((element) => {
    for (let click = 1; click <= 3; click += 1) (element as HTMLElement).click()
  })
  await cartDialog(page).getByText('Paying…').waitFor()
  await seeSuccess(page)

  await expect.poll(() => store.mailbox('slow@example.com'), { timeout: 15_000 }).toHaveLength(1)
  expect(await stock()).toBe(STOCK - 1)
})
