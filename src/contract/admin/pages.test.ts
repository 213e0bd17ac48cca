import { expect, test } from 'vitest'
import { isPagePath, isSecretAddress, pageFilesOf, prerenderedPageOf } from './pages.ts'

test.each([
  ['/payment/abc', '', true],
  ['/order/abc', '', true],
  ['/verify-email/ord_abc.def', '', true],
  ['/payment', 'token=abc', true],
  ['/', 'token=abc', true],
  ['/', '', false],
  ['/leads', 'state=Texas&county=Travis', false],
])('the address %s with the query "%s" being a secret is %s', (path, query, isSecret) => {
  expect(isSecretAddress(path, query)).toBe(isSecret)
})

test.each(['/payment', '/payment/abc'])('%s is a page whose file comes with the first load', (path) => {
  expect([isPagePath(path), pageFilesOf(path, '')]).toEqual([true, ['pay-page']])
})

test('a county’s first load includes the county view, and the page without a county does not', () => {
  expect(pageFilesOf('/leads', 'state=Texas&county=Travis')).toEqual(['leads-page', 'county-on-sale'])
  expect(pageFilesOf('/leads', 'state=Texas')).toEqual(['leads-page'])
})

test('a path below a link is not a page', () => {
  expect([isPagePath('/payment/abc/more'), pageFilesOf('/payment/abc/more', '')]).toEqual([false, []])
})

test.each([
  ['/', '', 'home'],
  ['/leads', '', 'leads'],
  ['/leads', 'state=Texas&county=Travis', 'county'],
  ['/leads', 'state=Texas&county=Travis&view=map', 'picker'],
  ['/leads', 'state=Texas&county=Travis&view=compare', 'county'],
  ['/payment/abc', '', 'payment'],
  ['/checkout', '', 'checkout'],
  ['/trust', 'day=2026-11-01', 'trust'],
  ['/payment', '', undefined],
])('the address %s with the query "%s" starts with the prerendered page %s', (path, query, drawing) => {
  expect(prerenderedPageOf(path, query)).toBe(drawing)
})
