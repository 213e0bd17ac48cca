import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { firstLoad, moduleCosts, packageOf } from './web-cost.ts'

/** Two modules on one line; the second starts at column 16. */
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['../../node_modules/@scope/library/index.js', '../../src/web/ui/button.tsx'],
  mappings: 'AAAA,gBCAA',
})

test('the shares of the modules add up to the file', () => {
  const code = `${'first(1,2,3,4);'.padEnd(16)}second(5,6,7,8,9,"something else");third()`

  const costs = moduleCosts({ code, map: { toString: () => MAP } as never, fileName: 'a.js' })

  expect(costs.map(({ module }) => module)).toEqual(['node_modules/@scope/library/index.js', 'src/web/ui/button.tsx'])
  const [first = 0, second = 0] = costs.map(({ gzipBytes }) => gzipBytes)
  expect(first + second).toBeCloseTo(gzipSync(code).length)
  expect(second).toBeGreaterThan(first)
})

test.each([
  ['node_modules/react-dom/cjs/react-dom-client.production.js', 'react-dom'],
  ['node_modules/@tanstack/query-core/build/modern/query.js', '@tanstack/query-core'],
  ['src/web/ui/button.tsx', 'src/web/ui'],
  ['bundler', 'bundler'],
])('%s belongs to %s', (module, name) => {
  expect(packageOf(module)).toBe(name)
})

test('a first load is the entry and the page, with what both import before they run', () => {
  const chunk = (fileName: string, imports: string[], isEntry = false) => ({ fileName, imports, isEntry }) as never
  const chunks = [
    chunk('assets/entry-1.js', ['assets/react-1.js'], true),
    chunk('assets/react-1.js', []),
    chunk('assets/leads-page-1.js', ['assets/search-1.js']),
    chunk('assets/search-1.js', []),
    chunk('assets/home-page-1.js', []),
  ]

  expect(firstLoad(chunks, /^leads-page-/).map(({ fileName }) => fileName)).toEqual([
    'assets/entry-1.js',
    'assets/react-1.js',
    'assets/leads-page-1.js',
    'assets/search-1.js',
  ])
})
