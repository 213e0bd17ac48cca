import { addMilliseconds, hours, minutes } from './clock.ts'
import { newToken } from './ids.ts'
import { changeSecretsFile, type Rotated, RotationError, readSecretsFile, type SecretsFile } from './secrets-file.ts'

/** Time for every node to read a new secret, or to get a copy of the file if nodes do not share it. */
const BEGINS_AFTER_MS = minutes(10)
/** Second factors are encrypted again every hour. */
const RETIRES_AFTER_MS = hours(2)

function existing(path: string, file: SecretsFile | null): SecretsFile {
  if (!file) throw new RotationError(`There is no secrets file at ${path}. The store creates it at its first start.`)
  return file
}

/** Returns when each secret began, newest first. @throws RotationError without a file */
export async function listSecrets(path: string): Promise<Record<Rotated, readonly Date[]>> {
  const file = existing(path, await readSecretsFile(path))
  const begun = (kind: Rotated) => file[kind].map(({ from }) => new Date(from)).toSorted((a, b) => +b - +a)
  return { sessions: begun('sessions'), tokens: begun('tokens') }
}

/**
 * Adds a secret that begins in ten minutes. What earlier ones made still counts.
 *
 * @returns when it begins
 * @throws RotationError without a file, or while another new one has not begun
 */
export async function rotate(path: string, kind: Rotated, now: Date): Promise<Date> {
  const from = addMilliseconds(now, BEGINS_AFTER_MS)
  await changeSecretsFile(path, (found) => {
    const file = existing(path, found)
    const waiting = file[kind].find((key) => Date.parse(key.from) > now.getTime())
    if (waiting) throw new RotationError(`A new secret for ${kind} was made already. It begins at ${waiting.from}.`)
    return { ...file, [kind]: [{ from: from.toISOString(), value: newToken() + newToken() }, ...file[kind]] }
  })
  return from
}

/**
 * Drops all secrets of sessions but the one in force. Everyone who signed in before it began has to sign in again.
 *
 * @returns how many were dropped
 * @throws RotationError without a file, or if the latest began less than two hours ago: until then, second factors may
 *   still be encrypted with an earlier one
 */
export async function retireSessions(path: string, now: Date): Promise<number> {
  let dropped = 0
  await changeSecretsFile(path, (found) => {
    const file = existing(path, found)
    const [latest, ...earlier] = file.sessions.toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from))
    if (!latest || earlier.length === 0) return null
    const retiredAt = addMilliseconds(new Date(latest.from), RETIRES_AFTER_MS)
    if (now < retiredAt)
      throw new RotationError(
        `The store may need the earlier secret until ${retiredAt.toISOString()}. Retire it after that.`,
      )
    dropped = earlier.length
    return { ...file, sessions: [latest] }
  })
  return dropped
}
