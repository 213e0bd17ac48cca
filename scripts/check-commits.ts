/**
 * Checks the messages of the commits in this clone, or with a file name, the message in it: the hook `commit-msg` calls
 * it so. Only commits made after `SINCE` count, because older ones were written before the rules. A checkout without
 * history, such as an unpacked archive, has none to check, and the script says so.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { commitFaults } from './lib/commit-rules.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SINCE = '2026-11-23T12:00:00Z'
const [file] = process.argv.slice(2)
const messages = file ? [{ id: file, message: readFileSync(file, 'utf8') }] : readHistory()
const faults = messages.flatMap(({ id, message }) => {
  const found = commitFaults(message)
  return found.length === 0
    ? []
    : [`${id} ${message.split('\n')[0]}\n${found.map((fault) => `    ${fault}`).join('\n')}`]
})
if (faults.length > 0) {
  console.error(`${faults.join('\n')}\n\nCONTRIBUTING.md shows how a commit message is written.`)
  process.exit(1)
}
console.log(`${messages.length} commit messages checked`)

function readHistory(): { id: string; message: string }[] {
  if (!existsSync(join(ROOT, '.git'))) return []
  const log = execFileSync('git', ['log', '--no-merges', `--since=${SINCE}`, '--format=%h%x00%B%x01'], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  return log
    .split('\x01')
    .map((entry) => entry.trim().split('\0'))
    .filter(([id]) => id)
    .map(([id = '', message = '']) => ({ id, message }))
}
