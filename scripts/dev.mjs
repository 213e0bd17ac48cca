/** `npm run dev`: hot reload on http://localhost:5173. Vite serves the pages and passes calls to the watched server. */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { buildWeb } = await import('./lib/build-web.mjs')
const { install } = await import('./lib/install.mjs')
const { startProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')
const WEB_URL = 'http://localhost:5173'

await orExplain(async () => {
  await install({ dev: true })
  // The server expects built pages and serves them on its own port, next to Vite's fresh ones.
  await buildWeb()
  const programs = [
    startProgram(['--watch', '--watch-preserve-output', 'src/server/main.ts'], { env: { PUBLIC_URL: WEB_URL } }),
    startProgram(['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort']),
  ]
  console.log(`Pages with hot reload: ${WEB_URL}`)
  // One without the other is useless.
  const code = await Promise.race(programs.map(({ ended }) => ended))
  for (const { stop } of programs) stop('SIGTERM')
  await Promise.all(programs.map(({ ended }) => ended))
  process.exit(code)
})
