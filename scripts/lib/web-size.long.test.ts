import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from '#testing/folders.ts'
import { measureWeb, staticImports } from './web-size.ts'

const empty = aFolder()
let folder = empty

const filesOf = (page: string) =>
  measureWeb(folder)
    .find((one) => one.page === page)
    ?.chunks.map(({ file }) => file)
    .sort()

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  folder = await mkdtemp(join(empty, 'build-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<script type="module" crossorigin src="/assets/index-1.js"></script>')
  for (const [name, code] of Object.entries(files)) await writeFile(join(folder, 'assets', name), code)
}

test.each([
  ['import{a as b,c}from"./x-1.js";', ['x-1.js']],
  ['const q=1;import"./x-1.js";import t from"./y_2.js"', ['x-1.js', 'y_2.js']],
  ['export{a}from"./x-1.js";export*from"./y-2.js"', ['x-1.js', 'y-2.js']],
  ['import t,{a}from"./x-1.js";import*as n from"./y-2.js"', ['x-1.js', 'y-2.js']],
  ['const l=()=>import("./x-1.js")', []],
  ['const l=["assets/x-1.js","./x-1.js"]', []],
])('%s delays a page for %j', (code, expected) => {
  expect(staticImports(code)).toEqual(expected)
})

const FILES = {
  'index-1.js': 'import"./part-1.js";()=>import("./leads-page-1.js")',
  'part-1.js': 'import"./deep-1.js"',
  'deep-1.js': '',
  'home-page-1.js': 'import"./rows-1.js"',
  'leads-page-1.js': 'import"./rows-1.js";()=>import("./late-1.js")',
  'pay-page-1.js': '',
  'rows-1.js': '',
  'late-1.js': 'import"./deep-1.js"',
  'sales-dashboard-page-1.js': 'import"./rail-1.js";()=>import("./sale-workspace-1.js")',
  'rail-1.js': '',
  'sale-workspace-1.js': '',
  'cart-tab-1.js': '',
  'admin-page-1.js': '()=>import("./pricing-tab-1.js")',
  'pricing-tab-1.js': '',
  'analytics-tab-1.js': 'import"./rows-1.js"',
}

test.each([
  ['/', 'home-page rows'],
  ['/leads', 'leads-page rows'],
  ['/payment/<token>', 'pay-page'],
  ['/sales-dashboard', 'rail sale-workspace sales-dashboard-page'],
  ['/admin-enhanced: pricing', 'admin-page pricing-tab'],
  ['/admin-enhanced: analytics', 'admin-page analytics-tab rows'],
])('%s loads %s first, with what the entry imports, though the router loads it separately', async (page, own) => {
  await build(FILES)

  expect(filesOf(page)).toEqual(['index', 'part', 'deep', ...own.split(' ')].map((name) => `${name}-1.js`).sort())
})

test('files that the page only lists count in full', async () => {
  await build({ 'index-1.js': '', 'react-1.js': '' })
  const named = ['react-1.js', 'index-1.js'].map((file) => `<meta name="bundle" content="/assets/${file}" />`)
  await writeFile(join(folder, 'index.html'), named.join(''))

  expect(filesOf('/leads')).toHaveLength(2)
})

test('what the build compressed counts as it is sent, and also by gzip', async () => {
  await build({ 'index-1.js': 'x'.repeat(5_000) })
  await writeFile(join(folder, 'assets', 'index-1.js.br'), 'short')

  const chunk = measureWeb(folder)[0]?.chunks[0]

  expect(chunk?.sentBytes).toBe(5)
  expect(chunk?.gzipBytes).toBeGreaterThan(20)
})

test('a build without a page is an error, not a small build', () => {
  expect(() => measureWeb(empty)).toThrow('no built page')
})
