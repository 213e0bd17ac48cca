import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withBrowser } from './support/browser.ts'
import { withSharedStore } from './support/store.ts'

const COUNTY = '/leads?state=Texas&county=Travis'
const { openPage } = withBrowser()
const store = withSharedStore()

test('a county’s link describes the county and its packages to clients that run no scripts', async () => {
  const html = await (await fetch(`${store.url}${COUNTY}`)).text()
  expect(html.match(/<title>[^<]*<\/title>/g)).toEqual([
    expect.stringContaining('Real-estate leads in Travis County, Texas'),
  ])
  expect(html.match(/<meta name="description"/g)).toHaveLength(1)
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/leads\?state=Texas&amp;county=Travis"/)
  expect(html).toContain('"@type":"AggregateOffer"')
})

test('each page has one title of its own, also after moving to another page', async () => {
  const page = await openPage(store)
  const titles = () => page.locator('head > title').allTextContents()

  await page.goto(COUNTY)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(titles).toEqual(['Real-estate leads in Travis County, Texas'])
  const onLeads = await page.title()
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  await expect.poll(() => page.title()).not.toBe(onLeads)
  expect(await titles()).toHaveLength(1)
})

test('every address that public pages and mails link to is answered', async () => {
  const pages = ['/', COUNTY, '/checkout', '/desk', '/opt-out', '/trust', '/verify']
  const linked = pages.map(async (path) => {
    const html = await (await fetch(`${store.url}${path}`)).text()
    return [...html.matchAll(/<a [^>]*href="(\/[^"#]*)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
  })
  const sources = globSync('src/server/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  const mailed = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/publicUrl\}(\/[\w/-]*(?:\?[\w=&]*)?)(?=[`'#])/g)].map(
      ([, path = '']) => path,
    ),
  )
  expect(mailed).toEqual(expect.arrayContaining(['/opt-out', '/desk', '/admin-enhanced/fulfilment']))
  const addresses = new Set([...pages, ...mailed, ...(await Promise.all(linked)).flat()])

  const unanswered = await Promise.all(
    [...addresses].map(async (path) => {
      const { status } = await fetch(`${store.url}${path}`)
      return status < 400 ? [] : [`${status} ${path}`]
    }),
  )

  expect(unanswered.flat()).toEqual([])
  expect(addresses.size).toBeGreaterThan(12)
})
