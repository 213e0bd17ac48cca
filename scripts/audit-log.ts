/**
 * Reads a store's whole log, entries and tiles, and checks its rules: `npm run audit-log -- <store's address> --policy
 * <file>`. The policy is the one that buyers get with their proofs. Exits with 1 if a rule is broken.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { auditPublishedLog } from '../src/proof/audit-published-log.ts'
import { PolicyError, readPolicy } from '../src/proof/policy.ts'
import { ProofError } from '../src/proof/verify-log.ts'

const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
const say = (line: string) => process.stdout.write(`${line}\n`)

async function read(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { redirect: 'error' })
  if (!reply.ok) throw new ProofError(`${url} answered with ${reply.status}.`)
  return new Uint8Array(await reply.arrayBuffer())
}

async function audit(store: string, policyPath: string): Promise<boolean> {
  const policy = readPolicy(await readFile(policyPath, 'utf8'))
  const base = `${store.replace(/\/+$/, '')}/log`
  const { checkpoint, audit: log } = await auditPublishedLog((path) => read(`${base}/${path}`), policy)
  const { origin, size, witnessed } = checkpoint
  for (const fault of log.faults) say(fault)
  say(`${size} entries of ${origin}: ${log.leads} leads, ${log.statements} statements, ${log.faults.length} faults.`)
  say(`Signed by the log and ${witnessed.length} of ${policy.witnesses.length} witnesses.`)
  return log.faults.length === 0
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
