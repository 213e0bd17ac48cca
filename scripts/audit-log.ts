/**
 * Reads a store's whole log, entries and tiles, after the closed ones that it follows, and checks their rules: `npm run
 * audit-log -- <store's address> --policy <file>`. The policy is the one that buyers get with their proofs. Exits with
 * 1 if a rule is broken or if signed entries can no longer be read.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { auditHistory } from '../src/proof/audit-published-log.ts'
import { PolicyError, readPolicy } from '../src/proof/policy.ts'
import { ProofError, verifyCheckpoint } from '../src/proof/verify-log.ts'
import { fetchFile } from '../src/verifier/read-files.ts'

const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
const say = (line: string) => process.stdout.write(`${line}\n`)

async function audit(store: string, policyPath: string): Promise<boolean> {
  const policy = readPolicy(await readFile(policyPath, 'utf8'))
  const [named] = policy.logs
  if (!named) throw new ProofError('The policy names no log.')
  // A log is at the path that it is named after.
  const readOf = (origin: string) => (path: string) =>
    fetchFile(`${store.replace(/\/+$/, '')}${origin.slice(origin.indexOf('/'))}/${path}`)
  const text = new TextDecoder().decode(await readOf(named.name)('checkpoint'))
  const { witnessed, ...head } = verifyCheckpoint(text, policy)
  let faults = 0
  for (const {
    head: { origin, size },
    audit: log,
  } of await auditHistory(readOf, head)) {
    for (const fault of log.faults) say(`${origin}: ${fault}`)
    say(`${size} entries of ${origin}: ${log.leads} leads, ${log.statements} statements, ${log.faults.length} faults.`)
    faults += log.faults.length
  }
  say(`Signed by the log and ${witnessed.length} of ${policy.witnesses.length} witnesses.`)
  return faults === 0
}

const [store] = positionals
if (!store || !values.policy) {
  say('Usage: npm run audit-log -- <address of the store> --policy <file>')
  process.exit(2)
}
try {
  process.exit((await audit(store, values.policy)) ? 0 : 1)
} catch (error) {
  if (!(error instanceof ProofError || error instanceof PolicyError)) throw error
  say(`The log cannot be trusted: ${error.message}`)
  process.exit(1)
}
