/** `npm run log`: shows the public log of delivered leads and closes it. Installs only what is missing. */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  process.exit(await runProgram(['src/server/change-log.ts', ...process.argv.slice(2)]))
})
