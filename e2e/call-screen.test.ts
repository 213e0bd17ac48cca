import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAccessibleAndFits } from './support/accessible-and-fits.ts'
import { withBrowser } from './support/browser.ts'
import { type Member, sendLink, signInAs } from './support/members.ts'
import { PREMIER_INVESTOR, TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { REPS, type Store, startStore } from './support/store.ts'
import { openDashboard, seeToast } from './support/team.ts'

const { openPage } = withBrowser()
const [RITA] = REPS
const STOCK = 20
/** A sale to a known customer, to a new one, and on a phone; the bars of the call screen. */
const KNOWN_KEYS_MAX = 25
const NEW_KEYS_MAX = 60
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
  return {
    counted,
    async type(text: string): Promise<void> {
      counted.keys += text.length
      await page.keyboard.type(text)
    },
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        counted.keys += key.split('+').length
        await page.keyboard.press(key)
      }
    },
  }
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
  await press('Control+Enter')

  await sent(page, 'Garland Desmond').waitFor()
  expect(await focused(page).textContent()).toMatch(/Invoice LY-.* for Garland Desmond, \$578\.00/)
  expect(counted.keys).toBeLessThanOrEqual(KNOWN_KEYS_MAX)
  expect((await store.mailbox('garland@example.com')).length).toBeGreaterThan(0)
})

test('a new customer gets a link by keyboard alone', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA)
  const { counted, type, press } = countKeys(page)

  await page.getByRole('heading', { name: 'Sales Dashboard' }).waitFor()
  await press('s')
  await page.getByRole('combobox', { name: 'Find the caller' }).and(focused(page)).waitFor()
  await type('Pat Doe')
  await page.getByRole('option', { name: 'Create New Customer' }).waitFor()
  await press('Enter')
  await page.getByLabel('Email').and(focused(page)).waitFor()
  await type('pat@example.com')
  await press('Enter')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).and(focused(page)).waitFor()
  await type('travis')
  await press('Enter')
  await cell(page, 'VIP Junior').and(focused(page)).waitFor()
  await press('2')
  await cell(page, 'VIP Junior.*2 in the cart').waitFor()
  await press('Control+Enter')

  await sent(page, 'Pat Doe').waitFor()
  expect(await focused(page).textContent()).toContain('$598.00')
  expect(counted.keys).toBeLessThanOrEqual(NEW_KEYS_MAX)
})

test('keys set units, take them out and change the lead type; each is in the cart of the other tabs too', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, `?tab=call&state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await cell(page, 'VIP Junior').focus()

  await page.keyboard.press('3')
  await cell(page, 'VIP Junior.*3 in the cart').waitFor()
  await page.keyboard.press('Delete')
  await cell(page, 'VIP Junior.*2 in the cart').waitFor()
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK - 2)
  await page.getByText('SMS', { exact: true }).click()
  await cell(page, 'VIP Junior').focus()
  await page.keyboard.press('PageDown')
  await page.getByRole('table', { name: 'Owner Occupied in Travis, Texas' }).waitFor()
  await cell(page, 'VIP Junior').and(focused(page)).waitFor()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('End')
  await cell(page, 'VIP Enterprise').and(focused(page)).waitFor()
  await page.keyboard.press('Enter')
  await seeToast(page, 'This package is temporarily unavailable.')

  await page.getByRole('tab', { name: 'Sales Cart' }).click()
  await expect.poll(() => page.getByRole('row', { name: /VIP.*SMS Text/ }).count()).toBe(2)
  await page.getByRole('link', { name: 'Call Screen' }).click()
  await cell(page, 'VIP Junior.*2 in the cart').focus()
  await page.keyboard.press('0')
  await expect.poll(() => store.stockOf(TRAVIS, VIP_JUNIOR.id)).toBe(STOCK)
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

test('the call screen is accessible and fits, empty and with a sale', async () => {
  const page = await openPage(store)
  await openDashboard(page, RITA, '?tab=call')
  await page.getByRole('combobox', { name: 'Find the caller' }).waitFor()
  await expectAccessibleAndFits(page, 'an empty call screen')
  await page.goto(`/sales-dashboard?tab=call&state=${TRAVIS.state}&county=${TRAVIS.county}`)
  await cell(page, 'VIP Junior').click()
  await page.getByRole('form', { name: 'Invoice' }).getByText('VIP Junior Package').waitFor()
  await expectAccessibleAndFits(page, 'a call screen with a sale')
})
