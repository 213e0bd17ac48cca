/** `npm run backup`: backs up the embedded database, with or without a running store. Installs only what is missing. */
import nodeFlags from './lib/node-flags.json' with { type: 'json' }
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  process.exit(await runProgram([...nodeFlags, 'src/server/backup.ts', ...process.argv.slice(2)]))
})
