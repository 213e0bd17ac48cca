import { afterAll, beforeAll, expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { type Store, startStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'

const { openPage } = withBrowser()
let store: Store

beforeAll(async () => {
  store = await startStore()
})
afterAll(() => store.stop())

test('a county’s link describes the county and its packages to clients that run no scripts', async () => {
  const html = await (await fetch(`${store.url}${COUNTY}`)).text()

  expect(html.match(/<title>[^<]*<\/title>/g)).toEqual([expect.stringContaining('Real-estate leads in Travis, Texas')])
  expect(html.match(/<meta name="description"/g)).toHaveLength(1)
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/leads\?state=Texas&amp;county=Travis"/)
  expect(html).toContain('"@type":"AggregateOffer"')
})

test('each page has one title of its own, also after moving to another page', async () => {
  const page = await openPage(store)
  const titles = () => page.locator('head > title').allTextContents()

  await page.goto(COUNTY)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(titles).toEqual(['Real-estate leads in Travis, Texas'])
  const onLeads = await page.title()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await expect.poll(() => page.title()).not.toBe(onLeads)
  expect(await titles()).toHaveLength(1)
})
