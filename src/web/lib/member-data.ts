/** What this window keeps of a member's work. It may name customers, so it ends when the member logs out. */
import { removeStored } from './storage.ts'

/** An invoice that was not sent yet, in the window's storage. Its key is here because its form may never have been loaded. */
export const DRAFT_KEY = 'invoice-draft'

const inMemory = new Set<() => void>()

/** Has something in memory forgotten as well. */
export function whenForgotten(forget: () => void): void {
  inMemory.add(forget)
}

/** Forgets all of it. */
export function forgetMemberData(): void {
  removeStored('session', DRAFT_KEY)
  for (const forget of inMemory) forget()
}
