/** Policies: which logs and witnesses to trust, and how many of the witnesses. @see https://c2sp.org/tlog-policy */
import { areEqual, fromBase64, HASH_BYTES, readDecimal, toBase64 } from './bytes.ts'
import { type Checkpoint, COSIGNATURE, ED25519, readVerifierKey, type VerifierKey } from './checkpoint.ts'

export const REASON_MAX = 200

export interface FollowedLog {
  signed: Checkpoint
  /** What can still be read of the closed log. Less than was signed if the store has lost entries. */
  kept: Checkpoint
  reason: string
}

const isSame = (one: Checkpoint, other: Checkpoint): boolean => formatHead(one) === formatHead(other)

const formatHead = ({ origin, size, root }: Checkpoint): string => `${origin} ${size} ${toBase64(root)}`

/** Whether all that was signed can still be read. */
export const isWhole = ({ signed, kept }: FollowedLog): boolean => isSame(signed, kept)

export const isReason = (text: string) => /^\S.*$/.test(text) && text.trim() === text && text.length <= REASON_MAX

/** Writes lines for the statement that a log begins with. @throws RangeError if the reason is not one line */
export function writeFollowed(follows: FollowedLog): string {
  if (!isReason(follows.reason)) throw new RangeError('a reason is one line')
  const kept = isWhole(follows) ? '' : `kept ${formatHead(follows.kept)}\n`
  return `follows ${formatHead(follows.signed)}\n${kept}because ${follows.reason}\n`
}

/** @returns null if these are other lines */
export function readFollowed(lines: readonly string[]): FollowedLog | null {
  const [first = '', ...rest] = lines
  const signed = readHead(first, 'follows')
  const kept = rest.length === 2 ? readHead(rest.shift() ?? '', 'kept') : signed
  const [, reason = ''] = /^because (.*)$/.exec(rest[0] ?? '') ?? []
  if (!signed || !kept || rest.length !== 1 || !isReason(reason)) return null
  // Accepted in one spelling only.
  const follows = { signed, kept, reason }
  return writeFollowed(follows) === `${lines.join('\n')}\n` ? follows : null
}

function readHead(line: string, word: string): Checkpoint | null {
  const [found, origin, sizeText, rootText, ...more] = line.split(' ')
  const size = readDecimal(sizeText ?? '')
  const root = fromBase64(rootText ?? '')
  if (found !== word || !origin || size === null || root?.length !== HASH_BYTES || more.length > 0) return null
  return { origin, size, root }
}

const LINES_MAX = 1_000

export interface Witness {
  name: string
  key: VerifierKey
  /** Where it takes checkpoints; null if the policy does not say. */
  url: string | null
}

export interface Policy {
  logs: readonly VerifierKey[]
  witnesses: readonly Witness[]
  /** Whether the witnesses with these names are enough. */
  isQuorum(names: ReadonlySet<string>): boolean
}

type Rule = (names: ReadonlySet<string>) => boolean

/** A policy cannot be read; the message says which line and why. */
export class PolicyError extends Error {
  override name = 'PolicyError'
}

const hasSameKey = (one: VerifierKey, other: VerifierKey): boolean => areEqual(one.publicKey, other.publicKey)

function readKey(text: string | undefined, type: VerifierKey['type'], known: readonly VerifierKey[]): VerifierKey {
  const key = readVerifierKey(text ?? '')
  if (!key) throw new PolicyError('the key cannot be read')
  if (key.type !== type) throw new PolicyError('the key is of another type')
  if (known.some((other) => hasSameKey(key, other))) throw new PolicyError('the key is listed twice')
  return key
}

function readThreshold(text: string, count: number): number {
  if (text === 'any') return 1
  if (text === 'all') return count
  const threshold = /^[1-9][0-9]*$/.test(text) ? Number(text) : 0
  if (threshold < 1 || threshold > count) throw new PolicyError('the number of members does not fit')
  return threshold
}

class PolicyReader {
  readonly logs: VerifierKey[] = []
  readonly witnesses: Witness[] = []
  quorum: Rule | null = null
  readonly #rules = new Map<string, Rule>()
  readonly #members = new Set<string>()

  read(line: string): void {
    const [word = '', ...rest] = line.split(/[ \t]+/)
    if (word === 'log') this.#readLog(rest)
    else if (word === 'witness') this.#readWitness(rest)
    else if (word === 'group') this.#readGroup(rest)
    else if (word === 'quorum') this.#readQuorum(rest)
    else throw new PolicyError(`“${word}” is not known`)
  }

  #readLog([key, , ...more]: readonly string[]): void {
    if (more.length > 0) throw new PolicyError('there is more than a key and an address')
    this.logs.push(readKey(key, ED25519, this.logs))
  }

  #readWitness([name = '', keyText, url, ...more]: readonly string[]): void {
    if (more.length > 0) throw new PolicyError('there is more than a name, a key and an address')
    const known = this.witnesses.map(({ key }) => key)
    this.#define(name, (names) => names.has(name))
    this.witnesses.push({ name, key: readKey(keyText, COSIGNATURE, known), url: url ?? null })
  }

  #readGroup([name = '', count = '', ...members]: readonly string[]): void {
    const rules = members.map((member) => {
      const rule = this.#rules.get(member)
      if (!rule) throw new PolicyError(`“${member}” is not defined before`)
      if (this.#members.has(member)) throw new PolicyError(`“${member}” is in two groups`)
      this.#members.add(member)
      return rule
    })
    const threshold = readThreshold(count, rules.length)
    this.#define(name, (names) => rules.filter((rule) => rule(names)).length >= threshold)
  }

  #readQuorum([name = '', ...more]: readonly string[]): void {
    const rule = name === 'none' ? () => true : this.#rules.get(name)
    if (!rule || more.length > 0) throw new PolicyError('the quorum is not one name that is defined before')
    if (this.quorum) throw new PolicyError('there are two quorums')
    this.quorum = rule
  }

  #define(name: string, rule: Rule): void {
    if (name === '' || name === 'none' || this.#rules.has(name)) throw new PolicyError(`the name “${name}” is taken`)
    this.#rules.set(name, rule)
  }
}

/** Reads a policy. @throws PolicyError */
export function readPolicy(text: string): Policy {
  const lines = text.split('\n')
  if (lines.length > LINES_MAX) throw new PolicyError(`The policy has more than ${LINES_MAX} lines.`)
  const reader = new PolicyReader()
  for (const [at, raw] of lines.entries()) {
    const line = raw.replace(/^[ \t]+|[ \t]+$/g, '')
    if (line === '' || line.startsWith('#')) continue
    try {
      reader.read(line)
    } catch (error) {
      if (!(error instanceof PolicyError)) throw error
      throw new PolicyError(`Line ${at + 1} of the policy cannot be used: ${error.message}.`)
    }
  }
  const { logs, witnesses, quorum } = reader
  if (!quorum) throw new PolicyError('The policy names no quorum.')
  return { logs, witnesses, isQuorum: quorum }
}
