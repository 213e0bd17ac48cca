/**
 * Browser storage that never throws: private windows and full disks make `localStorage` fail. It is never the source of
 * truth. What could not be stored is remembered as long as the page, so a step back still finds the input.
 */
type Kind = 'local' | 'session'

/** What the browser could not store, by kind and key. */
const refused = new Map<string, string>()
const nameOf = (kind: Kind, key: string): string => `${kind} ${key}`

const storageOf = (kind: Kind): Storage => (kind === 'local' ? localStorage : sessionStorage)

/** The stored value, or null if there is none or it cannot be read. */
export function readStored(kind: Kind, key: string): unknown {
  try {
    return JSON.parse(refused.get(nameOf(kind, key)) ?? storageOf(kind).getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** @returns whether it outlives the page; if not, the page may say so */
export function writeStored(kind: Kind, key: string, value: unknown): boolean {
  const text = JSON.stringify(value)
  try {
    storageOf(kind).setItem(key, text)
    refused.delete(nameOf(kind, key))
    return true
  } catch {
    refused.set(nameOf(kind, key), text)
    return false
  }
}

export function removeStored(kind: Kind, key: string): void {
  refused.delete(nameOf(kind, key))
  try {
    storageOf(kind).removeItem(key)
  } catch {
    // Remembering is a convenience; the page works without it.
  }
}
