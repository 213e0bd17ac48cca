/**
 * Checks the proofs of a package offline: `npm run verify-proofs -- <proofs.zip> [--policy <file>]`. Needs no store and
 * no network. Exits with 1 if one does not hold.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { strFromU8, unzipSync } from 'fflate'
import { type ProvenLead, verifyLabelKeys, verifyLeadProof } from '../src/proof/lead-proof.ts'
import { PolicyError, readPolicy } from '../src/proof/policy.ts'
import { ProofError } from '../src/proof/verify-log.ts'

const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
const say = (line: string) => process.stdout.write(`${line}\n`)

/** When the last of the witnesses that were needed had seen it, or null without witnesses. */
function witnessedAt({ checkpoint }: ProvenLead): string | null {
  const seconds = checkpoint.witnessed.map((witness) => witness.seconds)
  return seconds.length === 0 ? null : new Date(Math.max(...seconds) * 1_000).toISOString()
}

function describe(name: string, lead: ProvenLead): string {
  const { slot, cap, generation, orderLine } = lead.extra
  const street = lead.extra.row.find(([column]) => column === 'Address')?.[1] ?? lead.extra.address
  const at = witnessedAt(lead)
  const seen = at ? `witnessed ${at}` : 'no witness asked'
  return `${name}  ${street}: slot ${slot} of ${cap}, generation ${generation}, order line ${orderLine}, entry ${lead.index} of ${lead.checkpoint.size}, ${seen}`
}

async function verify(path: string): Promise<boolean> {
  const files = new Map(
    Object.entries(unzipSync(await readFile(path))).map(([name, bytes]) => [name, strFromU8(bytes)]),
  )
  const policyText = values.policy ? await readFile(values.policy, 'utf8') : files.get('policy.txt')
  const policy = readPolicy(policyText ?? '')
  const labelKeys = verifyLabelKeys(files.get('keys.tlog-proof') ?? '', policy)
  const names = [...files.keys()].filter((name) => /^\d+\.tlog-proof$/.test(name)).toSorted()
  let wrong = 0
  for (const name of names) {
    try {
      say(describe(name, verifyLeadProof(files.get(name) ?? '', { policy, labelKeys })))
    } catch (error) {
      if (!(error instanceof ProofError)) throw error
      wrong += 1
      say(`${name}  DOES NOT HOLD: ${error.message}`)
    }
  }
  say(`${names.length - wrong} of ${names.length} proofs hold.`)
  if (!values.policy) say('The policy came with the proofs. Compare it with one from another source, or use --policy.')
  if (policy.witnesses.length === 0)
    say('This log has no witnesses: the store could show someone else another log. Ask it to add some.')
  return wrong === 0 && names.length > 0
}

const [path] = positionals
if (!path) {
  say('Usage: npm run verify-proofs -- <proofs.zip> [--policy <file>]')
  process.exit(2)
}
try {
  process.exit((await verify(path)) ? 0 : 1)
} catch (error) {
  if (!(error instanceof ProofError || error instanceof PolicyError)) throw error
  say(`Nothing can be verified: ${error.message}`)
  process.exit(1)
}
