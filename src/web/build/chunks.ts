/**
 * Decides which file of the build a module goes into. Without this, the bundler makes a file for each combination of
 * lazy parts that share a module: twenty files of one or two kilobytes, each a request before anything works.
 */
import { fileURLToPath } from 'node:url'
import { normalizePath } from 'vite'

export interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; importedIds: readonly string[]; code?: string | null } | null
}

const inWeb = (path: string) => normalizePath(fileURLToPath(new URL(`../${path}`, import.meta.url)))

/** Where a visit starts: what every page runs, and the three pages that strangers and customers see first. */
const FIRST = {
  entry: inWeb('main.tsx'),
  home: inWeb('pages/store/home-page.tsx'),
  leads: inWeb('pages/store/leads-page.tsx'),
  pay: inWeb('pages/pay/pay-page.tsx'),
} as const
type First = keyof typeof FIRST
const NOTICE = inWeb('ui/notice.tsx')

/** Only lazy parts use these, but the libraries' index file imports them, so the graph says they are needed first. */
const LATE_LIBRARY_FILE =
  /@tanstack\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|useMutation|mutationObserver|useBlocker)\.js$/
/** Browsers need no schemas, see endpoints.ts; as a part of an early file, its one function would stay in there. */
const ENDPOINT = /\/contract\/endpoint\.ts$/
const REACT_FILE = /node_modules\/(react|react-dom|scheduler)\//
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/
const ICON_FILE = /^(.*\/lucide-react\/.*)\/icons\/([a-z0-9-]+)\.mjs$/

/** The files of the first views besides each page's own. */
export const FIRST_VIEW_CHUNKS = ['react', 'store', 'search', 'leads-page', 'prices', 'bill', 'notice'] as const
type FirstViewChunk = (typeof FIRST_VIEW_CHUNKS)[number]

const reached = new Map<First, ReadonlySet<string>>()

/**
 * Returns the file for a module that a first view runs; null for everything that loads later. React and our code are
 * two files, so that starting them is two shorter tasks.
 */
export function firstViewChunk(id: string, graph: ModuleGraph): FirstViewChunk | null {
  if (LATE_LIBRARY_FILE.test(id) || ENDPOINT.test(id)) return null
  const icon = ICON_FILE.exec(id)
  const isFor = icon ? isIconOf(icon, graph) : (first: First) => reachOf(first, graph).has(id)
  if (isFor('entry')) return REACT_FILE.test(id) ? 'react' : 'store'
  const [home, leads, pay] = [isFor('home'), isFor('leads'), isFor('pay')]
  // What the shop's pages and a payment link share is too small for its own file.
  if ((home || leads) && pay) return 'store'
  if (home && leads) return 'search'
  if (leads) return 'leads-page'
  // What other pages use as well must not pull in the whole page.
  if (home) return icon || isShared(id, 'home', graph) ? 'prices' : null
  // Half of the product shows notices, and must not load bills with them.
  if (pay) return icon || id === NOTICE ? 'notice' : isShared(id, 'pay', graph) ? 'bill' : null
  return null
}

/** The icons of everything that loads later share one file. Otherwise each would become its own. */
export const laterIconsChunk = (id: string): string | null => (ICON_FILE.test(id) ? 'icons' : null)

/** All modules that a starting point needs before it shows anything. */
function reachOf(first: First, graph: ModuleGraph): ReadonlySet<string> {
  const known = reached.get(first)
  if (known) return known
  const found = new Set<string>()
  const follow = (id: string): void => {
    if (found.has(id) || ICON_FILE.test(id)) return
    found.add(id)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) follow(next)
  }
  follow(FIRST[first])
  if (found.size < 2) throw new Error(`${FIRST[first]} is not part of the build: chunks.ts is out of date.`)
  reached.set(first, found)
  return found
}

/** Whether anything other than the page uses this module of it. */
function isShared(id: string, page: First, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (id === FIRST[page] || seen.has(id)) return false
  seen.add(id)
  const importers = graph.getModuleInfo(id)?.importers ?? []
  return importers.some((one) => !reachOf(page, graph).has(one) || isShared(one, page, graph, seen))
}

/**
 * Whether a starting point needs an icon. The library's index imports all icons, so the graph alone would say yes to
 * every icon of the product. What counts is who imports one of its names.
 */
function isIconOf([, folder, file = '']: RegExpExecArray, graph: ModuleGraph): (first: First) => boolean {
  const list = graph.getModuleInfo(`${folder}/lucide-react.mjs`)
  const exported = new RegExp(`\\{([^}]*)\\} from '\\./icons/${file}\\.mjs'`).exec(list?.code ?? '')?.[1]
  if (!list || !exported) throw new Error(`The icons of ${folder} are not listed where they were.`)
  const names = new Set(exported.split(',').map((name) => name.replace('default as', '').trim()))
  const users = list.importers.filter((importer) => {
    const imported = ICON_IMPORT.exec(graph.getModuleInfo(importer)?.code ?? '')?.[1] ?? ''
    return imported.split(',').some((name) => names.has(name.trim().split(' ', 1)[0] ?? ''))
  })
  return (first) => users.some((user) => reachOf(first, graph).has(user))
}
