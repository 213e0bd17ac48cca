/** What a log says in its first entry about the closed log that it follows. */
import { fromBase64, readDecimal, toBase64 } from './bytes.ts'
import type { Checkpoint } from './checkpoint.ts'

const HASH_BYTES = 32
export const REASON_MAX = 200

export interface FollowedLog {
  /** The last signed head. */
  signed: Checkpoint
  /** What can still be read of the closed log. Less than was signed if the store has lost entries. */
  kept: Checkpoint
  /** Why it was closed: one line. */
  reason: string
}

const isSame = (one: Checkpoint, other: Checkpoint): boolean => formatHead(one) === formatHead(other)

const formatHead = ({ origin, size, root }: Checkpoint): string => `${origin} ${size} ${toBase64(root)}`

/** Whether all that was signed can still be read. */
export const isWhole = ({ signed, kept }: FollowedLog): boolean => isSame(signed, kept)

export const isReason = (text: string): boolean =>
  /^\S.*$/.test(text) && text.trim() === text && text.length <= REASON_MAX

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
