/** `node scripts/run.mjs <file.ts> …`: runs a program after the setup of `npm start`; CHROMIUM_PATH is its browser. */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { findBrowser } = await import('./lib/browser.mjs')
const { buildServer } = await import('./lib/build-server.mjs')
const { buildWeb } = await import('./lib/build-web.mjs')
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain, SetUpError } = await import('./lib/say.mjs')

await orExplain(async () => {
  const program = process.argv.slice(2)
  if (program.length === 0) throw new SetUpError('Which program? node scripts/run.mjs <file.ts> [arguments …]')
  await install({ dev: true })
  await buildServer()
  await buildWeb()
  const browser = await findBrowser()
  process.exit(await runProgram(program, { env: browser ? { CHROMIUM_PATH: browser } : {} }))
})
