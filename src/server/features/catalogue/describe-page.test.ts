import { describe, expect, test } from 'vitest'
import { makeNodeState } from '#server/node-state.ts'
import { renderPageHead } from '#server/platform/http/page-head.ts'
import { withStore } from '#testing/with-store.ts'
import { describePage } from './describe-page.ts'
import { properAddress, writePlace } from './places.ts'
import { writePlainMarket } from './plain-market-form.ts'

const store = withStore({ settings: { brandName: 'Plot & Co' } }, async (opened) => {
  await opened.setStock('48453-vacant-vip-20', 5)
  await opened.setStock('48453-owner-standard-100', 5)
})

const head = (path: string, query = '') => describePage(store.ctx, path, query)

test('the head of a county names the place, its canonical URL and what is in stock there', async () => {
  const { description, ...found } = await head('/leads', 'county=Travis&state=Texas&utm_source=mail')
  const prices = { lowPrice: '299.00', highPrice: '309.00', priceCurrency: 'USD' }
  const stock = { offerCount: 2, availability: 'https://schema.org/InStock' }
  expect(description).toContain('2 lead packages in stock for Travis County, Texas')
  expect(description).toContain('$299.00 to $309.00')
  expect(found).toMatchObject({
    title: 'Real-estate leads in Travis County, Texas | Plot & Co',
    canonicalUrl: 'http://store.test/leads?state=Texas&county=Travis',
    isIndexed: true,
    pictureUrl: 'http://store.test/pictures/48453.png',
    type: 'product',
    jsonLd: { '@type': 'Product', offers: { '@type': 'AggregateOffer', ...prices, ...stock } },
  })
})

test('the head of a county describes one lead type if the URL names one other than the first', async () => {
  const owner = await head('/leads', 'state=Texas&county=Travis&type=owner')
  const vacant = await head('/leads', 'state=Texas&county=Travis&type=vacant')
  const unknown = await head('/leads', 'state=Texas&county=Travis&type=gold')
  expect(owner.title).toBe('Owner Occupied leads in Travis County, Texas | Plot & Co')
  expect(owner.canonicalUrl).toBe('http://store.test/leads?state=Texas&county=Travis&type=owner')
  expect(owner.jsonLd).toMatchObject({ offers: { lowPrice: '309.00', highPrice: '309.00' } })
  expect(vacant.canonicalUrl).toBe('http://store.test/leads?state=Texas&county=Travis')
  expect(unknown).toEqual(await head('/leads', 'state=Texas&county=Travis'))
})

test('the head of a county says so if everything is sold out, with the usual prices', async () => {
  const { description, jsonLd } = await head('/leads', 'state=Texas&county=Harris')
  expect(description).toContain('sold out')
  expect(jsonLd).toMatchObject({
    offers: { lowPrice: '79.00', highPrice: '1199.00', availability: 'https://schema.org/OutOfStock' },
  })
})

test('the head of a county is sent without the county, rather than not at all, while the database is down', async () => {
  // A node that has not read any place yet.
  const database = { ...store.database, run: () => Promise.reject(new Error('away')) }
  const away = { ...store.ctx, node: makeNodeState(), database }
  const found = await describePage(away, '/leads', 'state=Texas&county=Travis')
  expect(found.title).toBe('Browse Premium Leads | Plot & Co')
  expect([found.isIndexed, found.canonicalUrl]).toEqual([true, null])
})

test.each([
  ['/', '', 'Plot & Co: real-estate leads by county', 'http://store.test/'],
  ['/leads', '', 'Browse Premium Leads | Plot & Co', 'http://store.test/leads'],
  ['/leads/', 'type=owner', 'Browse Premium Leads | Plot & Co', 'http://store.test/leads'],
  ['/leads', 'state=Maryland', 'Real-estate leads in Maryland | Plot & Co', 'http://store.test/leads?state=Maryland'],
])('the head of another page %s?%s has its title and one canonical URL', async (path, query, title, canonicalUrl) => {
  expect(await head(path, query)).toMatchObject({ title, canonicalUrl, isIndexed: true, type: 'website' })
})

test.each([
  ['/checkout', 'Checkout | Plot & Co'],
  ['/order/abcdefghijklmnopqrstuvwx', 'Your order | Plot & Co'],
  ['/payment/abcdefghijklmnopqrstuvwx', undefined],
  ['/admin', undefined],
  ['/login', undefined],
  ['/nowhere', '404: Page Not Found | Plot & Co'],
])('the head of another page %s stays out of search engines, and its URL out of the page', async (path, title) => {
  const found = await head(path, 'token=secret')
  expect(found).toMatchObject({ isIndexed: false, canonicalUrl: null, jsonLd: null, ...(title ? { title } : {}) })
  expect(JSON.stringify(found)).not.toMatch(/abcdefgh|secret/)
})

test.each([
  'state=Atlantis',
  'state=__proto__&county=constructor',
  'state=%E0%A4%A&county=%',
  `state=${encodeURIComponent('</title><script>alert(1)</script>')}`,
  `state=Texas&county=${encodeURIComponent('"><script>alert(1)</script>')}`,
])('the head of another page /leads?%s has the general head and stays out of search engines', async (query) => {
  const found = await head('/leads', query)
  expect(found).toMatchObject({ title: 'Browse Premium Leads | Plot & Co', isIndexed: false, canonicalUrl: null })
  expect(renderPageHead(found)).not.toMatch(/<script|alert|Atlantis/)
})

test('the opt-out page for owners can be found by its own name', async () => {
  const { title, description, canonicalUrl, isIndexed } = await head('/opt-out', 'utm_source=mail')
  expect(title).toBe('Remove my property | Plot & Co')
  expect(description).toContain('Owners of a property name it here')
  expect([canonicalUrl, isIndexed]).toEqual(['http://store.test/opt-out', true])
})

test('the files for search engines include a sitemap with every public page, state and county once', async () => {
  const { statusCode, headers, body } = await store.app.server.inject('/sitemap.xml')
  const count = await store.row`select count(*)::int as counties, count(distinct state)::int as states from counties`
  const addresses = [...body.matchAll(/<url><loc>([^<]+)<\/loc><\/url>/g)].map(([, address]) => address)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(addresses).toHaveLength(8 + count.states + count.counties)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain('http://store.test/leads?state=Texas&amp;county=Travis')
  expect(body).not.toMatch(/&(?!amp;|#39;)|checkout|order/)
})

test('the files for search engines include a robots file that names the sitemap and keeps crawlers off streams', async () => {
  const { statusCode, headers, body } = await store.app.server.inject('/robots.txt')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body).toContain('Sitemap: http://store.test/sitemap.xml')
  expect(body).toContain('Disallow: /api/live/')
})

test.each([
  ['state=TX', '/leads?state=Texas'],
  ['state=Texas&county=Travis+County', '/leads?state=Texas&county=Travis'],
  ['view=map&state=de&county=new%20castle%20county', '/leads?view=map&state=Delaware&county=New+Castle'],
  ['state=TX&type=owner', '/leads?state=Texas&type=owner'],
  ['state=TX&county=Travs', '/leads?state=Texas&county=Travs'],
])('the proper address /leads?%s is properly %s', async (query, proper) => {
  expect(await properAddress(store.ctx, '/leads', query)).toBe(proper)
})

test.each([
  ['/leads', ''],
  ['/leads', 'state=Texas&county=Travis&view=map'],
  ['/leads', 'state=Texass&county=Travis County'],
  ['/sales-dashboard', 'state=TX'],
])('the proper address %s?%s stays', async (path, query) => {
  expect(await properAddress(store.ctx, path, query)).toBeNull()
})

test.each([
  ['state=Texas&county=Travis', 'Travis County, Texas', '/leads?state=Texas&amp;county=Travis&amp;'],
  [
    'type=owner&state=Delaware&county=New+Castle',
    'New Castle County, Delaware',
    '/leads?state=Delaware&amp;county=New+Castle&amp;type=owner&amp;',
  ],
  ['state=Texas', '', '/leads?state=Texas&amp;'],
  ['', '', '/leads?'],
])(
  'the place of a page a page at ?%s gets the name of its county and its own address',
  async (query, placeName, leadsAddress) => {
    expect(await writePlace(store.ctx, query)).toEqual({ placeName, leadsAddress })
  },
)

test.each([
  'state=Texas&county=%3Cscript%3E',
  'state=%22%3E%3Cscript%3E&county=Travis',
  'state=__proto__&county=Travis',
])('the place of a page nothing of the address ?%s itself gets into the page', async (query) => {
  expect(await writePlace(store.ctx, query)).toEqual({ placeName: '', leadsAddress: '/leads?' })
})

describe('the form for browsers without scripts', () => {
  const written = async (query: string) =>
    writePlainMarket(store.ctx, '/leads', query, await describePage(store.ctx, '/leads', query))
  const form = async (query: string) => (await written(query)).marketForm
  const chosen = (html: string) => [...html.matchAll(/<option value="([^"]*)" selected>/g)].map(([, value]) => value)

  test('offers the states, then the counties of the chosen one, then what is on sale there', async () => {
    const [first, second, third] = [await form(''), await form('state=Texas'), await form('state=Texas&county=Travis')]
    expect(first).toContain('<option value="Texas">')
    expect([first, second, third].map((html) => html.includes('name="county"'))).toEqual([false, true, true])
    expect(second).toContain('<option value="Travis">')
    expect([first, second, third].map(chosen)).toEqual([[], ['Texas'], ['Texas', 'Travis']])
    expect((await written('state=Texas')).onSale).toBe('')
    expect((await written('state=Texas&county=Travis')).onSale).toContain('2 lead packages in stock for Travis County')
  })

  test('does not repeat a URL that names no known place', async () => {
    const html = await form('state=%22%3E%3Cscript%3E&county=Travis')
    expect(html).not.toContain('script')
    expect(chosen(html)).toEqual([])
  })

  test('keeps a known lead type from the URL', async () => {
    expect(await form('state=Texas&type=owner')).toContain('<input type="hidden" name="type" value="owner">')
    expect(await form('state=Texas&type=castle')).not.toContain('hidden')
  })
})
