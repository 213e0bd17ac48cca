/**
 * Checks the proofs of a package offline: `npm run verify-proofs -- <proofs.zip> [--policy <file>]`. Needs no store and
 * no network. A store serves it as one file, `/verify.mjs`. Exits with 1 if a proof does not hold.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { PolicyError } from '../src/proof/policy.ts'
import { ProofError } from '../src/proof/verify-log.ts'
import { type LeadCheck, PackageCheck } from '../src/verifier/check-package.ts'
import { FileError, readFiles } from '../src/verifier/read-files.ts'
import { addressOf, describe, slotWords } from '../src/verifier/words.ts'

const USAGE = 'Usage: node verify.mjs <proofs.zip, or the files in it> [--policy <file>]'

const say = (line = '') => process.stdout.write(`${line}\n`)

function describeLead({ name, proven, problem }: LeadCheck): string {
  if (!proven) return `${name}  DOES NOT HOLD: ${problem}`
  const { extra, index } = proven
  return `${name}  ${addressOf(proven)}: ${slotWords(proven)}, order line ${extra.orderLine}, entry ${index}`
}

function sayAll(title: string, sentences: readonly string[]): void {
  if (sentences.length === 0) return
  say()
  say(title)
  for (const sentence of sentences) say(`- ${sentence}`)
}

async function verify(paths: readonly string[], policyPath: string | undefined): Promise<boolean> {
  const files = await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })))
  const text = policyPath === undefined ? null : await readFile(policyPath, 'utf8')
  const known = text === null ? null : { text, from: `in ${policyPath}` }
  const opened = new PackageCheck(readFiles(files), known)
  const checks = opened.names.map((name) => opened.check(name))
  for (const one of checks) say(describeLead(one))
  const { doAllHold, title, proven, notProven } = describe(checks, opened.policy, known !== null)
  say()
  say(`${title}.`)
  sayAll('Proven:', proven)
  sayAll('Not proven:', notProven)
  sayAll('Files that were not looked at:', opened.unread)
  return doAllHold
}

/** An error that the caller can do something about, in words. */
function wordsOf(error: unknown): string | null {
  if (error instanceof FileError || error instanceof PolicyError || error instanceof ProofError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES' ? `${path ?? 'The file'} cannot be read.` : null
}

async function run(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
    if (positionals.length > 0) return (await verify(positionals, values.policy)) ? 0 : 1
  } catch (error) {
    const words = wordsOf(error)
    if (words !== null) {
      say(`Nothing is proven: ${words}`)
      return 1
    }
    if (!(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error
  }
  say(USAGE)
  return 2
}

process.exitCode = await run()
