import { expect, test } from 'vitest'
import { pathAfterLogin } from './next-path.ts'

const ORIGIN = 'https://store.example'

const PAGE = '/sales-dashboard?tab=cart&state=New+York#list'

test.each([
  [undefined, 'admin', '/admin-enhanced'],
  [undefined, 'sales', '/sales-dashboard'],
  [PAGE, 'admin', PAGE],
] as const)('asked for %s, a member of role %s goes to %s', (next, role, path) => {
  expect(pathAfterLogin(next, role, ORIGIN)).toBe(path)
})

test.each([
  ...['https://evil.example/login', '//evil.example/sales-dashboard', '/\\evil.example/sales-dashboard'],
  ...['/\t/evil.example/leads', 'javascript:alert(1)', 'sales-dashboard', '/no-such-page', '/api/logout'],
  ...['/login?next=/leads', ''],
])('%j is ignored', (next) => {
  expect(pathAfterLogin(next, 'sales', ORIGIN)).toBe('/sales-dashboard')
})
