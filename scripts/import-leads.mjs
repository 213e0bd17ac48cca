/**
 * `npm run import-leads -- --file x.csv.gz --source name`: imports a lead file from the command line, with or without a
 * running store. Installs only what is missing; `--help` lists the other options.
 */
import { resolve } from 'node:path'
import nodeFlags from './lib/node-flags.json' with { type: 'json' }
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

/** npm runs scripts in the project, but people name files relative to their own folder. */
const FILES = /^--(file|report)$/
const given = process.argv.slice(2).flatMap((argument) => {
  const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(argument) ?? []
  return name ? [name, value] : [argument]
})
const from = process.env.INIT_CWD ?? process.cwd()
const args = given.map((argument, at) => (FILES.test(given[at - 1] ?? '') ? resolve(from, argument) : argument))

await orExplain(async () => {
  await install({ dev: false })
  process.exit(await runProgram([...nodeFlags, 'src/server/import-leads.ts', ...args]))
})
