/** Runs one of the commands below, with or without a running store, and installs only what is missing: `node scripts/command.mjs backup …` */
import { resolve } from 'node:path'
import { SMALL_HEAP } from '../deploy/node.mjs'
import { requireNode } from './lib/node-version.mjs'

requireNode()
const { install } = await import('./lib/install.mjs')
const { runProgram } = await import('./lib/run-program.mjs')
const { orExplain } = await import('./lib/say.mjs')

/** Node's arguments of each command, and which of its options name a file or a folder. */
const COMMANDS = {
  backup: { program: [...SMALL_HEAP, 'src/server/backup.ts'] },
  restore: { program: [...SMALL_HEAP, 'src/server/restore.ts'], paths: /^--(from|into)$/ },
  'import-leads': { program: [...SMALL_HEAP, 'src/server/import-leads.ts'], paths: /^--(file|report)$/ },
  secrets: { program: ['src/server/change-secrets.ts'] },
  log: { program: ['src/server/change-log.ts'] },
  image: { program: ['scripts/image/main.ts'] },
  'make-leads': { program: ['scripts/lib/make-leads.ts'] },
}

/** npm runs scripts in the project, but people name files relative to their own folder. */
function resolvePaths(args, paths) {
  const given = args.flatMap((argument) => {
    const [, name, value] = /^(--[a-z-]+)=(.*)$/s.exec(argument) ?? []
    return name ? [name, value] : [argument]
  })
  const from = process.env.INIT_CWD ?? process.cwd()
  const isPath = (argument, at) => paths.test(given[at - 1] ?? '') && !argument.includes('://')
  return given.map((argument, at) => (isPath(argument, at) ? resolve(from, argument) : argument))
}

await orExplain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const { program, paths } = COMMANDS[name]
  await install({ dev: false })
  process.exit(await runProgram([...program, ...(paths ? resolvePaths(args, paths) : args)]))
})
