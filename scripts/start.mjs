/** `npm start`: from a fresh clone to a running store. Installs and builds only what is missing. */
import nodeFlags from './lib/node-flags.json' with { type: 'json' }
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { buildServer, SERVER } = await import('./lib/build-server.mjs')
const { buildWeb } = await import('./lib/build-web.mjs')
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  await buildServer()
  await buildWeb()
  // Requests leave much garbage. V8 would let the young generation grow to 100 MB before it collects, and the rest to
  // several times the live data. Collecting earlier was just as fast in measurements.
  process.exit(await runProgram([...nodeFlags, SERVER, ...process.argv.slice(2)]))
})
