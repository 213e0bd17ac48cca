import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { atlasFiles } from './src/web/build/atlas-files.ts'
import { firstPaint } from './src/web/build/first-paint.ts'

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[]; code?: string | null } | null
}

const neededFirst = new Set<string>()

/**
 * Puts everything that every page runs into two files, React and ours, so that starting them is two shorter tasks. Left
 * alone, the bundler makes a file for each combination of lazy parts that share a module: twenty of one or two kilobytes,
 * each a request before anything works.
 */
function firstLoadChunk(id: string, graph: ModuleGraph): string | null {
  if (LATE_LIBRARY_FILE.test(id)) return null
  const icon = ICON_FILE.exec(id)
  const isNeeded = icon ? isIconNeededFirst(icon, graph) : isNeededFirst(id, graph, new Set())
  if (!isNeeded) return null
  return /node_modules\/(react|react-dom|scheduler)\//.test(id) ? 'react' : 'store'
}

/** Only lazy parts use these, but the libraries' one list of everything imports them, so that the graph says they are needed first. */
const LATE_LIBRARY_FILE =
  /@tanstack\/.*\/(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver|infiniteQueryBehavior|useBlocker)\.js$/

/** The icons of all that is loaded later travel together: left alone, each would become a file of its own. */
function laterIconsChunk(id: string): string | null {
  return ICON_FILE.test(id) ? 'icons' : null
}

const ICON_FILE = /^(.*\/lucide-react\/.*)\/icons\/([a-z0-9-]+)\.mjs$/

/**
 * Whether the page needs an icon before it shows anything. All icons are imported by the library's one list of them, so
 * the graph alone says yes to every icon of the product; whose code names it says the truth.
 */
function isIconNeededFirst([, folder, file = '']: RegExpExecArray, graph: ModuleGraph): boolean {
  const name = file.replace(/(?:^|-)([a-z0-9])/g, (_dash, letter: string) => letter.toUpperCase())
  const list = graph.getModuleInfo(`${folder}/lucide-react.mjs`)
  if (!list) throw new Error(`The icons of ${folder} are not listed where they were.`)
  return list.importers.some((importer) => {
    const code = graph.getModuleInfo(importer)?.code ?? ''
    return new RegExp(`\\b${name}\\b`).test(code) && isNeededFirst(importer, graph, new Set())
  })
}

/** Whether a module is the entry, or imported by one that is needed first. */
function isNeededFirst(id: string, graph: ModuleGraph, seen: Set<string>): boolean {
  if (neededFirst.has(id)) return true
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  const isNeeded = info?.isEntry || info?.importers.some((importer) => isNeededFirst(importer, graph, seen))
  if (isNeeded) neededFirst.add(id)
  return isNeeded ?? false
}

/** The web side: `vite build` writes `dist/web`, which the server serves; `npm run dev` proxies the API to a running server. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [tailwindcss(), atlasFiles(), firstPaint()])],
  publicDir: 'src/web/public',
  resolve: {
    alias: [
      {
        find: /^victory-vendor\/d3-scale$/,
        replacement: fileURLToPath(new URL('src/web/build/chart-scales.ts', import.meta.url)),
      },
    ],
  },
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/sandbox': 'http://127.0.0.1:3000' },
  },
  build: {
    copyPublicDir: !isSsrBuild,
    outDir: 'dist/web',
    emptyOutDir: true,
    // The pages' Content-Security-Policy allows fonts and scripts from files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet, which stands in the page: late parts must not ask for it again.
    cssCodeSplit: false,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [
                // What uses a schema after all brings zod along by itself; nothing else must wait for it.
                { name: 'zod', test: /node_modules\/zod\//, priority: 3 },
                { name: firstLoadChunk, debugName: 'first load', priority: 2 },
                { name: laterIconsChunk, debugName: 'later icons', priority: 1 },
                // Each of these would be files of half a kilobyte; they are used together.
                { name: 'form', test: /\/react-hook-form\/|\/web\/lib\/use-form\.ts$/, priority: 1 },
                {
                  name: 'list',
                  test: /\/web\/ui\/(data-table|empty-state|list-trouble|paged-table)\.tsx$/,
                  priority: 1,
                },
              ],
            },
          },
      treeshake: {
        // The contract's schemas are values the browser rarely needs: it takes their types, names and constants.
        // Told that these calls are pure, the bundler leaves unused schemas and zod itself out of the first load.
        // A schema with a spread or `.length` in it stays all the same: reading a property might do something.
        manualPureFunctions: ['z', 'defineEndpoint', 'PlainText', 'Text', 'Object.keys'],
      },
    },
  },
}))
