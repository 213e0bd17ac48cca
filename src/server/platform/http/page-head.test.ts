import { expect, test } from 'vitest'
import { type PageHead, renderPageHead } from './page-head.ts'

const HOSTILE = `</title></script><script>alert('1')</script>" onload="alert(1) <!-- & \u2028`

const head: PageHead = {
  title: HOSTILE,
  description: HOSTILE,
  siteName: HOSTILE,
  canonicalUrl: `http://store.test/${HOSTILE}`,
  isIndexed: true,
  pictureUrl: 'http://store.test/pictures/us.png',
  type: 'product',
  jsonLd: { name: HOSTILE },
}

test('the head of a page says everything once, and stays out of search engines where it should', () => {
  const html = renderPageHead({ ...head, isIndexed: false })

  for (const start of [
    ...['<title>', '<meta name="description"', '<meta name="robots" content="noindex"'],
    ...['<link rel="canonical" href="http://store.test/', '<meta property="og:title"'],
    ...['<meta property="og:description"', '<meta property="og:url"', '<meta property="og:type" content="product"'],
    ...[
      '<meta property="og:image"',
      '<meta name="twitter:card"',
      '<meta property="og:site_name"',
      '<script type="application/ld+json">',
    ],
  ])
    expect(html.split(start), start).toHaveLength(2)
  expect(renderPageHead(head)).not.toContain('noindex')
})

test('the head of a page lets no text out of its place, whatever it says', () => {
  const html = renderPageHead(head)

  const outside = html.replace(/<script type="application\/ld\+json">[^<]*<\/script>/, '')
  expect(outside).not.toMatch(/<\/?script|onload="|<!--/)
  expect(outside.match(/<[a-z]+/g)).toHaveLength(10)
  const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ name: HOSTILE })
})

test('the head of a page without a public URL names none', () => {
  const html = renderPageHead({ ...head, canonicalUrl: null, jsonLd: null })

  expect(html).not.toMatch(/canonical|og:url|<script/)
})
