import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { atlasFiles } from './src/web/build/atlas-files.ts'

interface ModuleGraph {
  getModuleInfo(id: string): { isEntry: boolean; importers: readonly string[] } | null
}

const neededFirst = new Set<string>()

/**
 * Puts everything that the page loads before it shows anything into one file. Left alone, the bundler makes a file for
 * each combination of lazy parts that share a module: twenty of one or two kilobytes, each a request before first paint.
 */
function firstLoadChunk(id: string, graph: ModuleGraph): string | null {
  return isNeededFirst(id, graph, new Set()) ? 'store' : null
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
export default defineConfig({
  plugins: [react(), tailwindcss(), atlasFiles()],
  publicDir: 'src/web/public',
  server: {
    proxy: { '/api': 'http://127.0.0.1:3000', '/sandbox': 'http://127.0.0.1:3000' },
  },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    // The pages' Content-Security-Policy allows fonts and scripts from files only, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { advancedChunks: { groups: [{ name: firstLoadChunk }] } },
      treeshake: {
        // The contract's schemas are values the browser rarely needs: it takes their types, names and constants.
        // Told that these calls are pure, the bundler leaves unused schemas and zod itself out of the first load.
        manualPureFunctions: ['z', 'defineEndpoint', 'PlainText', 'Text'],
      },
    },
  },
})
