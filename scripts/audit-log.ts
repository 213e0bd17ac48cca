/**
 * Reads a store's whole log and checks its rules: `npm run audit-log -- <store's address> --policy <file>`. The policy is
 * the one that buyers get with their proofs. Exits with 1 if a rule is broken.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { LogAudit } from '../src/proof/audit-log.ts'
import { areEqual } from '../src/proof/bytes.ts'
import { EMPTY_ROOT, hashChildren, hashLeaf } from '../src/proof/merkle-tree.ts'
import { PolicyError, readPolicy } from '../src/proof/policy.ts'
import { formatTilePath, readBundle, widthOfTile } from '../src/proof/tiles.ts'
import { ProofError, verifyCheckpoint } from '../src/proof/verify-log.ts'

const { values, positionals } = parseArgs({ options: { policy: { type: 'string' } }, allowPositionals: true })
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Hashes entries one after the other, keeping one hash for each power of two. */
class RunningRoot {
  readonly #peaks: (Uint8Array | undefined)[] = []

  add(leaf: Uint8Array): void {
    let hash = leaf
    let level = 0
    for (let left = this.#peaks[level]; left; left = this.#peaks[level]) {
      hash = hashChildren(left, hash)
      this.#peaks[level] = undefined
      level += 1
    }
    this.#peaks[level] = hash
  }

  root(): Uint8Array {
    const peaks = this.#peaks.filter((peak) => peak !== undefined)
    const [smallest, ...larger] = peaks
    return smallest ? larger.reduce((right, left) => hashChildren(left, right), smallest) : EMPTY_ROOT
  }
}

async function read(url: string): Promise<Uint8Array> {
  const reply = await fetch(url, { redirect: 'error' })
  if (!reply.ok) throw new ProofError(`${url} answered with ${reply.status}.`)
  return new Uint8Array(await reply.arrayBuffer())
}

async function audit(store: string, policyPath: string): Promise<boolean> {
  const policy = readPolicy(await readFile(policyPath, 'utf8'))
  const base = `${store.replace(/\/+$/, '')}/log`
  const { origin, size, root, witnessed } = verifyCheckpoint(
    new TextDecoder().decode(await read(`${base}/checkpoint`)),
    policy,
  )
  const log = new LogAudit(origin)
  const running = new RunningRoot()
  for (let number = 0; widthOfTile(0, number, size) > 0; number += 1) {
    const width = widthOfTile(0, number, size)
    const entries = readBundle(await read(`${base}/tile/entries/${formatTilePath(number, width)}`))
    if (entries?.length !== width) throw new ProofError(`The bundle ${number} does not have ${width} entries.`)
    for (const entry of entries) {
      log.add(entry)
      running.add(hashLeaf(entry))
    }
  }
  if (!areEqual(running.root(), root)) throw new ProofError('The entries are not those that the checkpoint signs.')
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
