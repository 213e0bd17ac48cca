/**
 * Checks offline that the public log of a store has the hash of its figures of a day: `npm run verify-figures --
 * <figures.zip> [--policy <file>]`. Exits with 1 if not.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { utf8 } from '../src/proof/bytes.ts'
import { verifyFigures } from '../src/proof/figures-entry.ts'
import { PolicyError, readPolicy } from '../src/proof/policy.ts'
import { ProofError } from '../src/proof/verify-log.ts'
import { FileError, readFiles } from '../src/verifier/read-files.ts'

const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
const say = (line: string) => process.stdout.write(`${line}\n`)

async function verify(path: string): Promise<void> {
  const files = readFiles([{ name: basename(path), bytes: await readFile(path) }])
  const textOf = (name: string) => files.get(name) ?? ''
  const policy = readPolicy(values.policy ? await readFile(values.policy, 'utf8') : textOf('policy.txt'))
  const { day, index, checkpoint } = verifyFigures(utf8(textOf('figures.json')), textOf('figures.tlog-proof'), policy)
  say(`These are the figures of ${day} that ${checkpoint.origin} names in entry ${index} of ${checkpoint.size}.`)
  const seconds = checkpoint.witnessed.map((witness) => witness.seconds)
  if (seconds.length > 0) say(`Witnessed by ${new Date(Math.max(...seconds) * 1_000).toISOString()}.`)
  else say('This log has no witnesses: the store could show someone else another log. Ask it to add some.')
  if (!values.policy) say('The policy came with the figures. Compare it with one from another source, or use --policy.')
}

const [path] = positionals
if (!path) {
  say('Usage: npm run verify-figures -- <figures.zip> [--policy <file>]')
  process.exit(2)
}
try {
  await verify(path)
} catch (error) {
  if (!(error instanceof ProofError || error instanceof PolicyError || error instanceof FileError)) throw error
  say(`DOES NOT HOLD: ${error.message}`)
  process.exit(1)
}
