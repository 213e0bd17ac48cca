/** `npm run make-leads -- --rows 1000 --seed 1 --out leads.csv`: makes a lead file for tests and trials; `--help` says more. */
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

await orExplain(async () => {
  await install({ dev: false })
  process.exit(await runProgram(['scripts/lib/make-leads.ts', ...process.argv.slice(2)]))
})
