import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { atlasFiles } from './src/web/build/atlas-files.ts'

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
      treeshake: {
        // The contract's schemas are values the browser rarely needs: it takes their types, names and constants.
        // Told that these calls are pure, the bundler leaves unused schemas and zod itself out of the first load.
        manualPureFunctions: ['z', 'defineEndpoint', 'PlainText', 'Text'],
      },
    },
  },
})
