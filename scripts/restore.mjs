/** `npm run restore -- --to <time> --into <folder>`: restores a backup into an empty folder. Installs only what is missing. */
import { resolve } from 'node:path'
import nodeFlags from './lib/node-flags.json' with { type: 'json' }
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

/** npm runs scripts in the project, but people name folders relative to their own. */
const FOLDERS = /^--(from|into)$/
const given = process.argv.slice(2).flatMap((argument) => {
  const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(argument) ?? []
  return name ? [name, value] : [argument]
})
const from = process.env.INIT_CWD ?? process.cwd()
const isFolder = (argument, at) => FOLDERS.test(given[at - 1] ?? '') && !argument.startsWith('s3://')
const args = given.map((argument, at) => (isFolder(argument, at) ? resolve(from, argument) : argument))

await orExplain(async () => {
  await install({ dev: false })
  process.exit(await runProgram([...nodeFlags, 'src/server/restore.ts', ...args]))
})
