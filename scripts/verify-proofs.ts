/**
 * Checks offline the proofs of a package, or a store's figures of a day: `npm run verify-proofs -- <file.zip> [--policy
 * <file>] [--log <address>]`. Needs no store and no network, unless the whole log is to be read too. A store serves it
 * as one file, `/verify.mjs`. Exits with 1 if a proof does not hold.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { PolicyError } from '../src/proof/policy.ts'
import { ProofError } from '../src/proof/verify-log.ts'
import { areFigures, checkFigures, type LeadCheck, PackageCheck } from '../src/verifier/check-files.ts'
import { FileError, fetchFile, readFiles } from '../src/verifier/read-files.ts'
import { addressOf, describe, describeFigures, type Report, readWholeLog, slotWords } from '../src/verifier/words.ts'

const USAGE = `Usage: node verify.mjs <ZIP file, or the files in it> [--policy <file>] [--log <address>]

  The ZIP file has the proofs of a package, or a store's figures of a day with their proof.

  --policy  the policy to trust, instead of the one that came with the proofs
  --log     where to read the newest log, such as https://store.example/log: shows that no one else has the slots of the
            package`

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

function sayReport({ title, proven, notProven }: Report): void {
  say(`${title}.`)
  sayAll('Proven:', proven)
  sayAll('Not proven:', notProven)
}

/** Reads the log that the proofs are of; null if none is to be read, or nothing holds. */
async function readLog(address: string | undefined, opened: PackageCheck, checks: readonly LeadCheck[]) {
  const leads = checks.flatMap(({ proven }) => (proven ? [proven] : []))
  if (address === undefined || leads.length === 0) return null
  const base = address.replace(/\/+$/, '')
  // A log is at the path that it is named after.
  const baseOf = (origin: string | null) =>
    origin === null ? base : `${new URL(base).origin}${origin.slice(origin.indexOf('/'))}`
  return readWholeLog((origin) => (path) => fetchFile(`${baseOf(origin)}/${path}`), opened.policy, leads)
}

interface Wanted {
  policy?: string | undefined
  log?: string | undefined
}

async function verify(paths: readonly string[], { policy: policyPath, log: address }: Wanted): Promise<boolean> {
  const files = await Promise.all(paths.map(async (path) => ({ name: basename(path), bytes: await readFile(path) })))
  const text = policyPath === undefined ? null : await readFile(policyPath, 'utf8')
  const known = text === null ? null : { text, from: `in ${policyPath}` }
  const texts = readFiles(files)
  if (areFigures(texts)) {
    if (address !== undefined)
      throw new FileError('With figures, leave out --log: npm run audit-log reads the whole log.')
    sayReport(describeFigures(checkFigures(texts, known)))
    return true
  }
  const opened = new PackageCheck(texts, known)
  const checks = opened.names.map((name) => opened.check(name))
  for (const one of checks) say(describeLead(one))
  const log = await readLog(address, opened, checks)
  const report = describe(opened, checks, log)
  say()
  sayReport(report)
  sayAll('Files that were not looked at:', opened.unread)
  sayAll('The log breaks its rules:', log?.faults ?? [])
  return report.doAllHold && (log?.faults.length ?? 0) === 0
}

/** An error that the caller can do something about, in words. */
function wordsOf(error: unknown): string | null {
  if (error instanceof FileError || error instanceof PolicyError || error instanceof ProofError) return error.message
  const { code, path } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'EISDIR' || code === 'EACCES' ? `${path ?? 'The file'} cannot be read.` : null
}

async function run(): Promise<number> {
  try {
    const options = { policy: { type: 'string' }, log: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > 0) return (await verify(positionals, values)) ? 0 : 1
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
