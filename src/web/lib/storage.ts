/**
 * Browser storage that never throws: private windows and full disks make `localStorage` refuse, and nothing kept
 * there is the truth, so a refusal only means that less is remembered.
 */
type Kind = 'local' | 'session'

const storageOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage)

/** The stored value, or null when there is none or it cannot be read. */
export function readStored(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(storageOf(kind).getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @returns whether it is remembered; the page works without, and may say so */
export function writeStored(kind: Kind, key: string, value: unknown): boolean {
  try {
    storageOf(kind).setItem(key, JSON.stringify(value))
    return true
  } catch {
    return false
  }
}

export function removeStored(kind: Kind, key: string): void {
  try {
    storageOf(kind).removeItem(key)
  } catch {
    // Remembering is a comfort; the page works without it.
  }
}
