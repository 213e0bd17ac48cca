import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { holdScripts } from './support/held-scripts.ts'
import { TRAVIS, VIP_JUNIOR } from './support/shopping.ts'
import { withSharedStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'
const { openPage } = withBrowser({ isReused: false })
const store = withSharedStore((store) => store.setStock(VIP_JUNIOR.id, 5))

test('pages are visible in the saved theme before the bundle loads, and show nothing of one person', async () => {
  const page = await openPage(store, {
    expects: [/ERR_BLOCKED_BY_CLIENT|Failed to fetch dynamically imported module/, /status of 404/],
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.route('**/assets/*.js', (route) => route.abort('blockedbyclient'))

  for (const [path, heading] of [
    ['/', 'Call owners in your county. Never oversold.'],
    [COUNTY, 'Browse Premium Leads'],
    ['/checkout', 'Checkout'],
    ['/payment/no-such-token-000000000000', 'Your payment request'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.locator('#root').textContent()).not.toContain('no-such-token')
  }
  await page.goto('/profile')
  expect(await page.locator('#root').innerHTML()).toBe('')
})

test('what is pressed, chosen and typed on the home page before the bundle runs takes effect once it does', async () => {
  const page = await openPage(store)
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const header = await page.getByRole('banner').elementHandle()

  await page.getByLabel('Prices per package for').selectOption('Distant/Tired Landlords')
  await page.getByRole('combobox', { name: 'County, city or ZIP' }).fill('tra tx')
  await page.getByRole('button', { name: /^Cart/ }).click()
  release()

  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('table', { name: /Distant\/Tired Landlords/ }).waitFor()
  expect(await page.getByRole('combobox', { name: 'County, city or ZIP' }).inputValue()).toBe('tra tx')
  // The bundle took over what was served, and rendered nothing again.
  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
})

test('without JavaScript links work, and the browser submits a form to choose state and county', async () => {
  const page = await openPage(store, { hasNoScripts: true })
  await page.goto('/')
  await page.getByRole('link', { name: 'Browse Lead Packages', exact: true }).first().click()
  const menu = (name: string) => page.getByRole('combobox', { name, exact: true })
  await menu('State').selectOption(TRAVIS.state)
  await page.getByRole('button', { name: 'Show counties' }).click()
  await menu('County').selectOption(TRAVIS.county)
  await page.getByRole('button', { name: 'Show packages' }).click()

  const onSale = page.locator('#root [data-served="onSale"]')
  await onSale.waitFor()
  expect(await onSale.textContent()).toContain('for Travis County, Texas')
  expect(new URL(page.url()).search).toBe('?state=Texas&county=Travis')
})

test('nothing moves while a county’s page loads, and the bundle renders nothing of it again', async () => {
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
  const release = await holdScripts(page)
  await page.goto(COUNTY, { waitUntil: 'commit' })
  const header = await page.getByRole('banner').elementHandle()

  release()
  await page.getByRole('article').first().waitFor()
  await page.getByRole('heading', { name: 'What your budget buys' }).waitFor()

  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
  // Letters that come late may be a pixel or two wider: 3 px of one button are 0.0001.
  const shift = await page.evaluate(() => Reflect.get(window, 'shift') as { total: number; moved: string[] })
  expect(shift.total, shift.moved.join('\n')).toBeLessThan(0.001)
})
