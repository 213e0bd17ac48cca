import { expect, test } from 'vitest'
import { pathAfterLogin } from './next-path.ts'

const ORIGIN = 'https://store.example'

test.each([
  ['admin', '/admin-enhanced'],
  ['sales', '/sales-dashboard'],
] as const)('without a requested page, a member of role %s goes to %s', (role, path) => {
  expect(pathAfterLogin(undefined, role, ORIGIN)).toBe(path)
})

test('a requested page of the store opens with its query', () => {
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
])('%j is ignored', (next) => {
  expect(pathAfterLogin(next, 'sales', ORIGIN)).toBe('/sales-dashboard')
})
