import { EMAIL_LENGTH_MAX, EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'

export type ContactDraft = { fullName: string; email: string; businessName: string; cellPhone: string; address: string }
const CONTACT_STORAGE_KEY = 'checkout-contact'
/** As long as a cart can be held: its input should not outlive it on a shared computer. */
const CONTACT_KEPT_MS = 2 * 60 * 60 * 1000
export const EMPTY_CONTACT: ContactDraft = { fullName: '', email: '', businessName: '', cellPhone: '', address: '' }

/** Limits of the contract's ContactInfo, so the browser stops where the server would. */
export const CONTACT_LENGTHS_MAX: Readonly<Record<keyof ContactDraft, number>> = {
  fullName: 200,
  email: EMAIL_LENGTH_MAX,
  businessName: 200,
  cellPhone: 40,
  address: 500,
}

export const CONTACT_RULES = {
  fullName: (value: string) => value.trim() !== '' || 'Full Name is required.',
  email: (value: string) => (value.trim() === '' ? 'Email is required.' : readEmail(value) !== null || EMAIL_WRONG),
} as const

/** The first error of a contact, in a fixed order; null if it can be sent. */
export function contactError(draft: ContactDraft): string | null {
  const fieldErrors = [CONTACT_RULES.fullName(draft.fullName), CONTACT_RULES.email(draft.email)]
  return fieldErrors.find((fieldError) => typeof fieldError === 'string') ?? null
}

/** Kept over a decline or a reload, until the order or two hours after the last keystroke. It never has card data. */
export function storedContact(nowMs = Date.now()): ContactDraft {
  const stored = readStored('local', CONTACT_STORAGE_KEY)
  if (typeof stored !== 'object' || stored === null || !('savedAtMs' in stored)) return EMPTY_CONTACT
  const age = nowMs - Number(stored.savedAtMs)
  if (!(age >= 0 && age < CONTACT_KEPT_MS)) return EMPTY_CONTACT
  const isPart = ([name, value]: [string, unknown]) => name in EMPTY_CONTACT && typeof value === 'string'
  return { ...EMPTY_CONTACT, ...Object.fromEntries(Object.entries(stored).filter(isPart)) }
}

/** @returns false if this browser cannot store it: storage may be blocked or full */
export const storeContact = (contact: ContactDraft): boolean =>
  writeStored('local', CONTACT_STORAGE_KEY, { ...contact, savedAtMs: Date.now() })

export function forgetContact(): void {
  removeStored('local', CONTACT_STORAGE_KEY)
}
