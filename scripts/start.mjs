/** `npm start`: from a fresh clone to a running store. Installs and builds only what is missing. */
import { heapFlags } from '../deploy/node.mjs'
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
  process.exit(await runProgram([...heapFlags(), SERVER, ...process.argv.slice(2)]))
})
