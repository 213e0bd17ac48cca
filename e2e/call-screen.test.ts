import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { PREMIER_INVESTOR, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const STOCK = 20
/** A sale to a known customer by keyboard, and on a phone; the bars of the call screen. */
const KNOWN_KEYS_MAX = 25
const TAPS_MAX = 9
const PHONE = { width: 375, height: 760 }

let store: Store
let rita: Member
beforeAll(async () => {
  store = await startStore()
  rita = await signInAs(store, RITA)
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await sendLink(rita, { name: 'Garland Desmond', email: 'garland@example.com', packageIds: [VIP_JUNIOR.id] })
})
afterAll(() => store.stop())
beforeEach(async () => {
  await store.setStock(VIP_JUNIOR.id, STOCK)
  await store.setStock(PREMIER_INVESTOR.id, STOCK)
})

/** Types as a person does, and counts: each character and each key is one, Ctrl+Enter is two. */
function countKeys(page: Page) {
  const counted = { keys: 0 }
  const type = async (text: string): Promise<void> => {
    counted.keys += text.length
    await page.keyboard.type(text)
  }
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      counted.keys += key.split('+').length
      await page.keyboard.press(key)
    }
  }
  return { counted, type, press }
}

const focused = (page: Page) => page.locator('*:focus')
const cell = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const sent = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^Invoice LY-.*${name}`) })

test('two packages go to a known customer by keyboard alone', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=requests')
  const { counted, type, press } = countKeys(page)

  await press('s')
  await page.getByRole('combobox', { name: 'Find the caller' }).and(focused(page)).waitFor()
  await type('mond')
  await press('Enter')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).and(focused(page)).waitFor()
  await type('78704')
  await press('Enter')
  await cell(page, 'VIP Junior').and(focused(page)).waitFor()
  await press('Enter', 'ArrowDown', 'ArrowRight', 'Enter')
  await page.getByRole('form', { name: 'Invoice' }).getByText('Premier Investor Package').waitFor()
  await expectAccessibleAndFits(page, 'a call screen with a sale')
  await press('Control+Enter')

  await sent(page, 'Garland Desmond').waitFor()
  expect(await focused(page).textContent()).toMatch(/Invoice LY-.* for Garland Desmond, \$578\.00/)
  expect(counted.keys).toBeLessThanOrEqual(KNOWN_KEYS_MAX)
  expect((await store.mailbox('garland@example.com')).length).toBeGreaterThan(0)
})

test('on a phone, nine taps sell two packages to a known customer, with at most a screen scrolled', async () => {
  const page = await openPage(store, { viewport: PHONE, hasTouch: true })
  await openDashboard(page, RITA, '?tab=requests')
  let taps = 0
  let scrolled = 0
  const tap = async (target: ReturnType<Page['locator']>) => {
    const before = await page.evaluate(() => scrollY)
    await target.tap()
    scrolled += Math.abs((await page.evaluate(() => scrollY)) - before)
    taps += 1
  }

  await tap(page.getByRole('navigation', { name: 'Most used' }).getByRole('link', { name: 'Sell' }))
  await tap(page.getByRole('combobox', { name: 'Find the caller' }))
  await page.keyboard.type('garland')
  await tap(page.getByRole('option', { name: /Garland Desmond/ }))
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).and(focused(page)).waitFor()
  await page.keyboard.type('78704')
  await tap(page.getByRole('option', { name: /Travis County/ }))
  await tap(cell(page, 'VIP Junior'))
  await cell(page, 'VIP Junior.*1 in the cart').waitFor()
  await tap(cell(page, 'Premier Investor'))
  const sale = page.getByRole('region', { name: 'The sale' })
  await sale.getByText('2 packages').waitFor()
  await tap(sale.getByRole('button', { name: 'Review' }))
  await tap(page.getByRole('button', { name: /Send Invoice to Customer, \$578\.00/ }))

  await sent(page, 'Garland Desmond').waitFor()
  expect(taps).toBeLessThanOrEqual(TAPS_MAX)
  expect(scrolled).toBeLessThanOrEqual(PHONE.height)
})
