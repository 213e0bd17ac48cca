import { readFile } from 'node:fs/promises'
import { ed25519 } from '@noble/curves/ed25519.js'
import { areEqual, readDecimal, toBase64, utf8 } from '#proof/bytes.ts'
import * as notes from '#proof/checkpoint.ts'
import { proveConsistency, rootOf } from '#proof/merkle-tree.ts'
import { type Policy, readPolicy, type Witness } from '#proof/policy.ts'
import type { Context } from '#server/gateways/context.ts'
import { hours } from '#server/platform/clock.ts'
import { type LogKeys, readLastSigned, writeLastSigned } from './log-keys.ts'
import { type LogRow, listWitnessSizes, noteProblem, noteWitnessSize, publishCheckpoint } from './queries.ts'
import { computeFromLog } from './read-log.ts'

/** A checkpoint is published at least this often, so that anyone can see that the log is alive. */
const PUBLISH_EVERY_MS = hours(1)

export class LogProblem extends Error {
  override name = 'LogProblem'
}

/** The witnesses and the quorum of this store, without the line of its log. */
export async function readWitnessLines(ctx: Pick<Context, 'config'>): Promise<string> {
  const path = ctx.config.logPolicyFile
  return path ? await readFile(path, 'utf8') : 'quorum none\n'
}

export const checkpointOf = (note: string | null) => notes.readCheckpoint(notes.readNote(note ?? '')?.text ?? '')

/** What buyers trust: the log, any closed ones, the witnesses, and how many of them must sign. */
export const policyText = (verifierKeys: readonly string[], witnessLines: string): string =>
  verifierKeys.map((key) => `log ${key}\n`).join('') + witnessLines

/** Publishes the log if it has grown, or every hour. Returns it as it is then: with a `problem` if that failed. */
export async function publishLog(ctx: Context, log: LogRow, { keys, path }: { keys: LogKeys; path: string }) {
  const size = Number(log.size)
  const now = ctx.clock.now()
  const isDue = !log.published_at || now.getTime() - log.published_at.getTime() >= PUBLISH_EVERY_MS
  if (size === 0 || (size === Number(log.published_size) && !isDue)) return log
  try {
    await requireSameHistory(ctx, log, path)
    const policy = readPolicy(policyText([notes.formatVerifierKey(keys.verifier)], await readWitnessLines(ctx)))
    const text = notes.formatCheckpoint({ origin: log.origin, size, root: log.root })
    const signed = `${text}\n${notes.formatSignatureLine(keys.verifier, ed25519.sign(utf8(text), keys.secret))}`
    // From here on, someone may have it, so no other checkpoint of this size may ever be signed.
    await writeLastSigned(path, signed)
    const cosigned = await askWitnesses(ctx, log, { policy, text, signed })
    if (!policy.isQuorum(new Set(cosigned.keys()))) throw new LogProblem(tooFew(policy, cosigned.size))
    const checkpoint = signed + [...cosigned.values()].join('')
    await ctx.database.run(publishCheckpoint, { logNo: log.log_no, size, checkpoint, now })
    return { ...log, published: checkpoint, published_size: String(size), published_at: now, problem: null }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    await ctx.database.run(noteProblem, { logNo: log.log_no, problem })
    ctx.node.warn(ctx.log, { reason: problem }, 'the log of delivered leads is not published')
    return { ...log, problem }
  }
}

const tooFew = (policy: Policy, count: number): string =>
  `${count} of ${policy.witnesses.length} witnesses signed, which is too few. The store asks them again every minute.`

/** Refuses to sign if what this machine signed last is not part of the log: then the database is an older copy. */
export async function requireSameHistory(ctx: Pick<Context, 'database'>, log: LogRow, path: string): Promise<void> {
  const last = await readLastSigned(path)
  if (last === null) {
    if (log.published !== null)
      throw new LogProblem(
        `${path}.checkpoint is missing. It must be kept with the keys: copy it from the node that signed last.`,
      )
    return
  }
  const signed = checkpointOf(last)
  if (!signed || signed.origin !== log.origin)
    throw new LogProblem(`${path}.checkpoint is not a checkpoint of ${log.origin}.`)
  const size = Number(log.size)
  const root =
    signed.size > size ? null : await computeFromLog(ctx.database, log.log_no, (read) => rootOf(read, signed.size))
  if (!root || !areEqual(root, signed.root)) throw new LogProblem(otherHistory(log, signed.size))
}

const otherHistory = (log: LogRow, signedSize: number): string =>
  `The log has ${log.size} entries and is not a continuation of the ${signedSize} that were signed before. The database is ` +
  'an older copy, or a second store uses the same keys. Nothing is signed. See docs/runbooks/log.md: restore a newer copy, or close this log.'

interface Asked {
  policy: Policy
  /** What is signed; `signed`: the same with the log's signature. */
  text: string
  signed: string
}

interface AskedWitness extends Asked {
  witness: Witness
  knownSize: number
}

/** Asks all witnesses at once. @returns the signature lines of those that cosigned, by name */
async function askWitnesses(ctx: Context, log: LogRow, asked: Asked): Promise<Map<string, string>> {
  const known = await ctx.database.run(listWitnessSizes, { logNo: log.log_no })
  const sizes = new Map(known.map(({ name, size }) => [name, Number(size)]))
  const lines = await Promise.all(
    asked.policy.witnesses.map(async (witness) => {
      const knownSize = sizes.get(witness.name) ?? 0
      return { name: witness.name, line: await askWitness(ctx, log, { ...asked, witness, knownSize }) }
    }),
  )
  return new Map(lines.flatMap(({ name, line }) => (line === null ? [] : [[name, line] as const])))
}

/** @throws LogProblem if the witness knows more of this log than the store: there is another history */
async function askWitness(ctx: Context, log: LogRow, asked: AskedWitness): Promise<string | null> {
  const { witness, text, signed, knownSize } = asked
  const size = Number(log.size)
  if (witness.url === null) return null
  const proof =
    knownSize === 0 || knownSize === size
      ? []
      : await computeFromLog(ctx.database, log.log_no, (read) => proveConsistency(read, knownSize, size))
  const body = [`old ${knownSize}`, ...proof.map(toBase64), '', signed].join('\n')
  const answer = await ctx.gateways.witnesses.addCheckpoint(witness.url, body)
  if (!answer) return null
  if (answer.status === 409) return askAgain(ctx, log, asked, readDecimal(answer.body.trim()))
  if (answer.status === 422) throw new LogProblem(`The witness ${witness.name} has seen another history of this log.`)
  const line = answer.status === 200 ? lineOf(witness, text, answer.body) : null
  if (line !== null) await ctx.database.run(noteWitnessSize, { logNo: log.log_no, name: witness.name, size })
  return line
}

async function askAgain(ctx: Context, log: LogRow, asked: AskedWitness, witnessSize: number | null) {
  const { witness, knownSize } = asked
  if (witnessSize === null || witnessSize === knownSize) return null
  if (witnessSize > Number(log.size))
    throw new LogProblem(
      `The witness ${witness.name} has seen ${witnessSize} entries of this log, and the store has ${log.size}. ` +
        otherHistory(log, witnessSize),
    )
  return askWitness(ctx, log, { ...asked, knownSize: witnessSize })
}

/** The line with which the witness cosigned this text; null if it did not. */
function lineOf(witness: Witness, text: string, body: string): string | null {
  for (const line of body.split('\n')) {
    const note = notes.readNote(`${text}\n${line}\n`)
    if (note && notes.findSigners(note, [witness.key])?.length === 1) return `${line}\n`
  }
  return null
}
