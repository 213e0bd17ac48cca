import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { holdScripts } from './support/held-scripts.ts'
import { withSharedStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'

const { openPage } = withBrowser({ isReused: false })
const store = withSharedStore()

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
