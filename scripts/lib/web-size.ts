import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The limits, in gzip kilobytes of 1,000 bytes as Vite prints them. docs/decisions/0019 says what they consist of. */
const DASHBOARD_KB_MAX = 251.6

/** The pages that strangers and customers see first: what the entry loads for each, and its limit. */
const FIRST_PAGES = [
  { page: '/', parts: /^home-page-/, maxKb: 131.4 },
  { page: '/leads', parts: /^leads-page-/, maxKb: 128.5 },
  { page: '/payment/<token>', parts: /^pay-page-/, maxKb: 129.7 },
] as const

/** What the sales dashboard loads without a click: its frame, the sale and the command palette. */
const PARTS_OF_DASHBOARD = /^(sales-dashboard-page|sale-workspace|command-palette)-/

interface Chunk {
  /** Its name inside `assets`. */
  file: string
  gzipBytes: number
  /** As sent: compressed, if the build compressed it. */
  sentBytes: number
}

/** The JavaScript of a page's first load, largest first. `isBuilt`: the build has a file of the page's own. */
export interface MeasuredPage {
  page: string
  maxKb: number
  isBuilt: boolean
  chunks: readonly Chunk[]
}

/** Measures the build in a folder. Follows only static imports, because `import(…)` does not delay a page. */
export function measureWeb(folder: string): MeasuredPage[] {
  const page = join(folder, 'index.html')
  if (!existsSync(page))
    throw new Error(`There is no built page in ${basename(folder)}: run "npm start" or "npm test" first.`)
  const assets = join(folder, 'assets')
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'))
  const entries = [
    ...readFileSync(page, 'utf8').matchAll(/<(?:script[^>]*\ssrc|meta name="bundle" content)="\/assets\/([^"]+)"/g),
  ].map(([, file = '']) => file)
  if (entries.length === 0) throw new Error('The built page names no script, so nothing could be measured.')
  const neededFor = (page: RegExp): Set<string> => {
    const needed = new Set<string>()
    const follow = (file: string): void => {
      if (needed.has(file)) return
      needed.add(file)
      for (const next of staticImports(readFileSync(join(assets, file), 'utf8'))) follow(next)
    }
    for (const file of [...entries, ...files.filter((one) => page.test(one))]) follow(file)
    return needed
  }
  const measure = (names: Iterable<string>): Chunk[] =>
    [...names]
      .map((file) => {
        const gzipBytes = gzipSync(readFileSync(join(assets, file))).length
        const compressed = statSync(join(assets, `${file}.br`), { throwIfNoEntry: false })
        return { file, gzipBytes, sentBytes: compressed?.size ?? gzipBytes }
      })
      .sort((a, b) => b.gzipBytes - a.gzipBytes)
  const isBuilt = (parts: RegExp) => files.some((file) => parts.test(file))
  const dashboard = { page: '/sales-dashboard', parts: PARTS_OF_DASHBOARD, maxKb: DASHBOARD_KB_MAX }
  return [
    ...[...FIRST_PAGES, dashboard].map(({ page, parts, maxKb }) => ({
      page,
      maxKb,
      isBuilt: isBuilt(parts),
      chunks: measure(neededFor(parts)),
    })),
    ...adminPages().flatMap(({ page, parts }) => {
      const chunks = measure(neededFor(new RegExp(`^admin-page-|${parts.source}`)))
      return isBuilt(parts) ? [{ page, maxKb: DASHBOARD_KB_MAX, isBuilt: true, chunks }] : []
    }),
  ]
}

const ADMIN_LIST = 'rail-pages.ts'

/** Each tab and page of the administrators' dashboard with the files that only it loads, as listed: a new one is measured, too. */
function adminPages(): { page: string; parts: RegExp }[] {
  const code = readFileSync(join(import.meta.dirname, '../../src/web/pages/admin', ADMIN_LIST), 'utf8')
  const entries = [...code.matchAll(/value: '([\w-]+)',\s[^}]*?import\('(?:\.|#web\/[\w/-]+)\/([\w-]+)\.tsx'\)/g)]
  if (entries.length === 0) throw new Error(`${ADMIN_LIST} no longer says which files it loads.`)
  return entries.map(([, value = '', file = '']) => ({
    page: `/admin-enhanced: ${value}`,
    parts: new RegExp(`^${file}-[\\w-]{1,8}\\.js$`),
  }))
}

/** The files in `assets` that a chunk imports before it runs. */
export function staticImports(code: string): string[] {
  const pattern =
    /(?:^|[;}\s])(?:import|export)(?:\s*[\w$*{},\s]*?\bfrom|\s*\{[^}"'()]*\}\s*from)?\s*["']\.\/([^"']+\.js)["']/g
  return [...code.matchAll(pattern)].map(([, file = '']) => file)
}

export const kilobytes = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0) / 1_000

export const sentKilobytes = (chunks: readonly Chunk[]): number =>
  chunks.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / 1_000
