import { expect, test } from 'vitest'
import { pathAfterLogin } from './next-path.ts'

const ORIGIN = 'https://store.example'

test.each([
  ['admin', '/admin-enhanced'],
  ['sales', '/sales-dashboard'],
] as const)('without a wish, a member of role %s goes to %s', (role, path) => {
  expect(pathAfterLogin(undefined, role, ORIGIN)).toBe(path)
})

test('a page of ours that was asked for is gone to, with its query', () => {
  const next = '/sales-dashboard?tab=cart&state=New+York#list'

  expect(pathAfterLogin(next, 'admin', ORIGIN)).toBe(next)
})

test.each([
  'https://evil.example/login',
  '//evil.example/sales-dashboard',
  '/\\evil.example/sales-dashboard',
  '/\t/evil.example/leads',
  'javascript:alert(1)',
  'sales-dashboard',
  '/no-such-page',
  '/api/logout',
  '/login?next=/leads',
  '',
])('%j is passed over', (next) => {
  expect(pathAfterLogin(next, 'sales', ORIGIN)).toBe('/sales-dashboard')
})
