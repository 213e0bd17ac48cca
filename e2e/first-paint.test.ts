import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { holdScripts } from './support/held-scripts.ts'
import { addToCart, chooseTravis, VIP_JUNIOR } from './support/shopping.ts'
import { type Store, startStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'
const BRAND = 'Brand & Sons'
/** The browser's own line where a test cuts the bundle off. */
const BLOCKED = /ERR_BLOCKED_BY_CLIENT|Failed to fetch dynamically imported module/

const { openPage } = withBrowser({ isReused: false })
let store: Store

beforeAll(async () => {
  store = await startStore({ BRAND_NAME: BRAND })
})
afterAll(() => store.stop())

describe('before the bundle loads', () => {
  test.each([
    ['/', 'Real-estate leads by county, never oversold.'],
    ['/leads', 'Browse Premium Leads'],
    [COUNTY, 'Browse Premium Leads'],
  ])('%s is already visible under the name of the store', async (path, heading) => {
    const page = await openPage(store, { expects: [BLOCKED] })
    await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

    await page.goto(path)

    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.getByRole('banner').getByText(BRAND).waitFor()
    await page.getByRole('link', { name: 'Browse Lead Packages' }).first().waitFor()
  })

  test('a payment link shows its heading under the name of the store, and does not reveal its token', async () => {
    // The page itself asks for the request, before the bundle loads.
    const page = await openPage(store, { expects: [BLOCKED, /status of 404/] })
    await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

    await page.goto('/payment/no-such-token-000000000000')

    await page.getByRole('heading', { level: 1, name: 'Your payment request' }).waitFor()
    await page.getByRole('banner').getByText(BRAND).waitFor()
    expect(await page.locator('#root').textContent()).not.toContain('no-such-token')
  })

  test('the checkout shows its heading and the way back under the name of the store', async () => {
    const page = await openPage(store, { expects: [BLOCKED] })
    await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

    await page.goto('/checkout')

    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor()
    await page.getByRole('banner').getByText(BRAND).waitFor()
    await page.getByRole('link', { name: 'Back to Lead Packages' }).waitFor()
  })

  test('a page that differs for each person stays empty', async () => {
    const page = await openPage(store, { expects: [BLOCKED] })
    await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

    await page.goto('/profile')

    expect(await page.locator('#root').innerHTML()).toBe('')
  })

  test('the saved theme applies from the first paint', async () => {
    const page = await openPage(store, { expects: [BLOCKED] })
    await page.goto('/')
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

    await page.reload()

    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  test('a pressed button, a chosen option and typed text take effect once the bundle runs', async () => {
    const page = await openPage(store)
    const releaseBundle = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })

    await page.getByLabel('Prices per package for').selectOption('Distant/Tired Landlords')
    await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('tra tx')
    await page.getByRole('button', { name: /^Cart/ }).click()
    releaseBundle()

    await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('table', { name: /Distant\/Tired Landlords/ }).waitFor()
    expect(await page.getByRole('combobox', { name: 'County, city or ZIP' }).inputValue()).toBe('tra tx')
  })

  test('readers who have scrolled keep their position when the bundle runs', async () => {
    const page = await openPage(store)
    const releaseBundle = await holdScripts(page)
    await page.goto('/', { waitUntil: 'commit' })
    await page.getByLabel('Prices per package for').selectOption('Distant/Tired Landlords')
    // Fonts that arrive later make lines shorter, and the page with them.
    await page.waitForFunction(() => [...document.fonts].some(({ status }) => status === 'loaded'))
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Remove my property' }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)

    releaseBundle()
    await page.getByRole('table', { name: /Distant\/Tired Landlords/ }).waitFor()

    expect(before).toBeGreaterThan(500)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Remove my property' }).click()
    await page.getByRole('heading', { name: 'Remove my property', level: 1 }).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('a search that was started early continues without starting over', async () => {
    const page = await openPage(store)
    const releaseBundle = await holdScripts(page)
    await page.goto(COUNTY, { waitUntil: 'commit' })

    await page.getByRole('combobox', { name: 'County, city or ZIP' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('bastrop tx')
    releaseBundle()
    await page.getByRole('option', { name: /^Bastrop County, TX/ }).waitFor()
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { level: 2, name: 'Bastrop' }).waitFor()
  })
})

describe('without JavaScript', () => {
  test('links work, and the browser submits a form to choose state and county', async () => {
    const page = await openPage(store, { hasNoScripts: true })
    await page.goto('/')
    await page.getByRole('link', { name: 'Browse Lead Packages', exact: true }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Browse Premium Leads' }).waitFor()

    const menu = (name: string) => page.getByRole('combobox', { name, exact: true })
    await menu('State').selectOption('Texas')
    await page.getByRole('button', { name: 'Show counties' }).click()
    await menu('County').selectOption('Travis')
    await page.getByRole('button', { name: 'Show packages' }).click()

    const onSale = page.locator('#root noscript p')
    await onSale.waitFor()
    expect(await onSale.textContent()).toContain('for Travis, Texas')
    expect(new URL(page.url()).search).toBe('?state=Texas&county=Travis')
    expect(await page.title()).toContain('Travis, Texas')
    expect(await menu('State').inputValue()).toBe('Texas')

    await page.getByRole('heading', { level: 2, name: 'Travis County, Texas', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Change county' }).click()
    await page.waitForURL('**/leads?state=Texas&county=Travis&view=choose')
    await page.getByRole('button', { name: 'Show packages' }).waitFor()
    expect(await menu('County').inputValue()).toBe('Travis')
  })
})

test('a state chosen before the bundle loads stays chosen once it runs', async () => {
  const page = await openPage(store)
  const releaseBundle = await holdScripts(page)
  await page.goto('/leads', { waitUntil: 'commit' })

  await page.getByLabel('State').selectOption('Texas')
  releaseBundle()
  await page.getByLabel('County', { exact: true }).selectOption('Travis')

  await page.getByRole('heading', { level: 2, name: 'Travis' }).waitFor()
  expect(new URL(page.url()).search).toBe('?state=Texas&county=Travis')
})

test.each([
  '/',
  '/?from=a-letter',
  '/leads',
  COUNTY,
  `${COUNTY}&type=owner&view=map`,
  `${COUNTY}&view=choose`,
  '/leads?view=map',
  '/leads?state=Nowhere&county=None',
])('the bundle hydrates %s without rendering it again', async (path) => {
  const page = await openPage(store, { expects: [/status of 404/] })
  const releaseBundle = await holdScripts(page)
  await page.goto(path, { waitUntil: 'commit' })
  // Not the heading: an unknown county gets another one.
  const header = await page.getByRole('banner').elementHandle()
  const titles = () => page.locator('head > title').count()

  releaseBundle()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Join VIP Buyers Group' }).waitFor()

  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
  expect(await titles()).toBe(1)
})

test('the bundle hydrates the checkout without rendering it again', async () => {
  const page = await openPage(store)
  await store.setStock(VIP_JUNIOR.id, 5)
  await chooseTravis(page)
  await addToCart(page, VIP_JUNIOR.name)
  const releaseBundle = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const header = await page.getByRole('banner').elementHandle()

  releaseBundle()
  await page.getByRole('button', { name: /^Pay \$/ }).waitFor()

  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
  await store.setStock(VIP_JUNIOR.id, 0)
})

test('nothing moves while a county’s page loads', async () => {
  const page = await openPage(store, { viewport: { width: 375, height: 812 } })
  await page.addInitScript(() => {
    const shift = { total: 0, moved: [] as string[] }
    Object.assign(window, { shift })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shift.total += Reflect.get(entry, 'value')
        const sources = Reflect.get(entry, 'sources') as {
          node: Element | null
          previousRect: DOMRect
          currentRect: DOMRect
        }[]
        for (const { node, previousRect, currentRect } of sources)
          shift.moved.push(
            `${node?.nodeName} ${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}`,
          )
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

  await page.goto(COUNTY)
  await page.getByRole('heading', { level: 2, name: 'Travis' }).waitFor()
  await page.getByRole('article').first().waitFor()
  await page.getByText('The nearby counties have nothing available either.').waitFor()

  // Letters that come late may be a pixel or two wider: 3 px of one button are 0.0001.
  const shift = await page.evaluate(() => Reflect.get(window, 'shift') as { total: number; moved: string[] })
  expect(shift.total, shift.moved.join('\n')).toBeLessThan(0.001)
})
