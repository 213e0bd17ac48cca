/** A member's work stored in this window. It may name customers, so it ends when the member logs out. */
import { removeStored } from '#web/ui/storage.ts'

/** An unsent invoice in the window's storage. Its key is here because its form may never have been loaded. */
export const DRAFT_KEY = 'invoice-draft'

export const EVENTS_KEY = 'request-events'

const inMemory = new Set<() => void>()

/** Registers in-memory data to be forgotten too. */
export function whenForgotten(forget: () => void): void {
  inMemory.add(forget)
}

/** Forgets all of it. */
export function forgetMemberData(): void {
  removeStored('session', DRAFT_KEY)
  removeStored('session', EVENTS_KEY)
  for (const forget of inMemory) forget()
}
