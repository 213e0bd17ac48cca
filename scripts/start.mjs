/**
 * `npm start`: from a fresh clone to a running store. Installs and builds only what is missing; when nothing is, all
 * that it adds is reading the web sources and one small process that waits (about 45 MB) to pass on signals.
 */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { buildWeb } = await import('./lib/build-web.mjs')
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  await buildWeb()
  process.exit(await runProgram(['src/server/main.ts', ...process.argv.slice(2)]))
})
