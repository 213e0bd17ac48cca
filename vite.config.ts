import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { atlasFiles } from './src/web/build/atlas-files.ts'
import { FIRST_VIEW_CHUNKS, firstViewChunk, laterIconsChunk, type ModuleGraph } from './src/web/build/chunks.ts'
import { bareEndpoints } from './src/web/build/endpoints.ts'
import { firstPaint } from './src/web/build/first-paint.ts'

/**
 * Builds the web side: `vite build` writes `dist/web`, which the server serves; `npm run dev` proxies the API to a
 * running server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [bareEndpoints(), react(), ...(isSsrBuild ? [] : [tailwindcss(), atlasFiles(), firstPaint()])],
  publicDir: 'src/web/public',
  // So that what only the prerendering needs is left out of the browser's code.
  define: isSsrBuild ? {} : { 'typeof document': '"object"' },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/mcp', '/sandbox', '^/verify(\\.\\w+)?$'].map((path) => [path, 'http://127.0.0.1:3000']),
    ),
  },
  build: {
    copyPublicDir: !isSsrBuild,
    outDir: 'dist/web',
    emptyOutDir: true,
    // The pages' Content-Security-Policy allows fonts and scripts only from files, never from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The file names of all later pages would add 2 KB to every first load. The served page lists those of its own
      // page (first-paint.ts). The others are requested while the pointer is on its way, or a round trip later.
      resolveDependencies: (file, needed) => (/\/[a-z-]+-(page|on-sale)-[^/]*$/.test(file) ? [] : needed),
    },
    // One style sheet, inlined in the page. Lazy parts must not request it again.
    cssCodeSplit: false,
    rolldownOptions: {
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [
                // Code that does use a schema pulls in zod by itself; nothing else must wait for it.
                {
                  name: 'zod',
                  test: /node_modules\/zod\/|src\/contract\/values\.ts$/,
                  priority: 20,
                  includeDependenciesRecursively: false,
                },
                ...FIRST_VIEW_CHUNKS.map((name) => ({
                  name: (id: string, graph: ModuleGraph) => (firstViewChunk(id, graph) === name ? name : null),
                  debugName: name,
                  priority: 10,
                  includeDependenciesRecursively: false,
                })),
                { name: laterIconsChunk, debugName: 'later icons', priority: 1 },
                // Each of these would be a file of half a kilobyte, and they are used together.
                { name: 'form', test: /\/react-hook-form\/|\/web\/lib\/use-form\.ts$/, priority: 1 },
                {
                  name: 'list',
                  test: /\/web\/ui\/(data-table|empty-state|paged-table)\.tsx$/,
                  priority: 1,
                },
                {
                  name: 'figures',
                  test: /\/web\/(lib\/(format-day|format-late|store-zone|use-save-file)\.ts|ui\/(choice|figure-strip|panel)\.tsx)$/,
                  priority: 1,
                },
              ],
            },
          },
      treeshake: {
        // The browser rarely needs the contract's schemas as values: it uses their types, names and constants. Marking
        // these calls as pure lets the bundler leave unused schemas and zod itself out of the first load, and so does
        // knowing that to read a property has no effect. A schema with a spread in it stays anyway.
        manualPureFunctions: [
          'z',
          'defineEndpoint',
          'PlainText',
          'Text',
          'matching',
          'PageQuery',
          'stepsFor',
          'Object.keys',
        ],
        propertyReadSideEffects: false,
        // And a file of the contract that nothing uses is not fetched for its side effects.
        moduleSideEffects: [{ test: /\/src\/contract\//, sideEffects: false }],
      },
    },
  },
}))
