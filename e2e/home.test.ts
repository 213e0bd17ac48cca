import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { signInAs } from './support/members.ts'
import { ADMIN, type Store, startStore } from './support/store.ts'

const { openPage } = withBrowser()
const PHONE = { width: 320, height: 700 }
const VIP_GROUP = 'https://example.com/vip'
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

const priceRow = (page: Page, tier: string) =>
  page.getByRole('table', { name: /^Prices in dollars/ }).getByRole('row', { name: tier })

test('the home page shows today’s prices, and both buy links lead to the packages', async () => {
  await store.setPrice({ leadType: 'landlord', tier: 'standard', size: 100, basePrice: 331.5 })
  const page = await openPage(store)

  await page.goto('/')
  await page.getByLabel('Prices per package for').selectOption('Distant/Tired Landlords')
  await page.getByRole('cell', { name: '$331.50' }).waitFor()
  for (const name of ['Browse Lead Packages', 'Start Buying Leads Today']) {
    await page.getByRole('main').getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Real-estate leads by county' }).waitFor()
  }

  const group = page.getByRole('main').getByRole('link', { name: 'Join VIP Buyers Group' }).first()
  expect(await group.getAttribute('href')).toBe(VIP_GROUP)
  expect(await group.getAttribute('target')).toBe('_blank')
})

test('the price sheet leads to its county', async () => {
  const page = await openPage(store)
  await page.goto('/')

  await page.getByRole('link', { name: 'See what is in stock here' }).click()

  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()
})

test('the green button takes the first match of what was typed, and the link next to it shows all counties', async () => {
  const page = await openPage(store)
  const browse = page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' })
  const field = page.getByRole('combobox', { name: 'County, city or ZIP' })
  await page.goto('/')
  await field.fill('78704')
  await page.getByRole('option', { name: /^Travis County, TX/ }).waitFor()
  await browse.click()
  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()

  await page.goto('/')
  await field.fill('no such place at all')
  await page.getByText('No place has this name.').first().waitFor()
  await browse.click()
  await page.getByText('No place has this name.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  // Closes the list, which lies over the links below the field.
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Browse all counties' }).click()
  await page.waitForURL('**/leads')
})

test('the green button waits for the list of places if it is pressed earlier', async () => {
  const page = await openPage(store)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/places.txt', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('78704')
  await page.getByText('Loading places…').first().waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' }).click()
  release()

  await page.getByRole('heading', { name: 'Travis County, Texas', level: 2, exact: true }).waitFor()
})

test('the home page shows prices after offers, and its text about them stays true', async () => {
  const admin = await signInAs(store, ADMIN)
  const page = await openPage(store)
  await page.goto('/')
  const vip = priceRow(page, 'VIP')
  await vip.getByText('$299').waitFor()
  await page.getByText('larger packages cost less per lead').waitFor()
  await page.getByText('Today’s prices in Travis County.').waitFor()

  const { id } = await admin.call<{ id: string }>('POST', '/api/admin/offers', {
    name: 'Small Texas',
    kind: 'percentage',
    value: 80,
    leadTypes: ['vacant'],
    tiers: ['vip'],
    sizes: [20],
    states: ['Texas'],
    isCombinable: false,
    attemptId: 'attempt-small-texas',
  })
  await page.reload()

  await vip.getByRole('cell', { name: '$59.80 was $299' }).waitFor()
  await page.getByText('You know what a lead costs before you buy it.').waitFor()
  await page.getByText('$2.99').waitFor()
  await admin.call('DELETE', `/api/admin/offers/${id}`)
})

test('if the prices cannot be read, the usual ones are shown and labeled as such', async () => {
  const page = await openPage(store, { expects: [/status of 503/] })
  let asked = 0
  await page.route('**/api/pricing?*', (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: { message: 'down' } })
  })

  await page.goto('/')
  await page.getByText('Usual prices; today’s may differ.').waitFor()

  // This part hydrates last. It must not ask again, or the prices above would disappear meanwhile.
  await page.getByRole('region', { name: 'Stop marketing and start closing' }).getByText('$299').first().waitFor()
  expect(await priceRow(page, 'VIP').textContent()).toContain('$299')
  expect(asked).toBe(1)
})

test('the header links to every part of the store and marks the current one', async () => {
  const page = await openPage(store)

  await page.goto('/leads')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: 'VIP Group' }).waitFor()
  const links = await navigation
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('aria-current')]))

  expect(links).toEqual([
    ['/', null],
    ['/leads', 'page'],
    [VIP_GROUP, null],
    ['/admin-enhanced', null],
    ['/sales-dashboard', null],
  ])
})

test('on a phone the menu works by keyboard: it opens, Escape returns the focus, a link closes it', async () => {
  const page = await openPage(store, { viewport: PHONE })
  await page.goto('/')
  const menu = page.getByRole('button', { name: 'Menu' })
  const browse = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Lead Packages' })

  await menu.press('Enter')
  await browse.waitFor()
  await page.keyboard.press('Escape')
  await browse.waitFor({ state: 'hidden' })
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)

  await menu.press('Enter')
  await browse.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()
  await browse.waitFor({ state: 'hidden' })
})

test('a missing page says what was looked for, and links to the packages', async () => {
  const page = await openPage(store, { expects: [/status of 404/] })

  await page.goto('/texas/travis%20countee')
  await page.getByText('You looked for /texas/travis countee').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' }).click()

  await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()
})

test('the success page without an order does not say thanks, and says where to find an order', async () => {
  const page = await openPage(store)

  await page.goto('/payment-success')

  await page.getByRole('heading', { level: 1, name: 'There is no order to show' }).waitFor()
  await page.getByText('use the link in your confirmation email to see your order').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Browse Lead Packages' }).waitFor()
})
