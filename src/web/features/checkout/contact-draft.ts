import { EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import type { Order } from '#contract/orders/orders.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'

export type ContactDraft = { fullName: string; email: string; businessName: string; cellPhone: string; address: string }
const CONTACT_STORAGE_KEY = 'checkout-contact'
/** As long as a cart can be held: its input should not outlive it on a shared computer. */
const CONTACT_KEPT_MS = 2 * 60 * 60 * 1000
export const EMPTY_CONTACT: ContactDraft = { fullName: '', email: '', businessName: '', cellPhone: '', address: '' }

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

const BUYER_STORAGE_KEY = 'paid-here'

/** Forgets what was typed for an order that is paid, but for the address, to which its leads went, and their number. */
export function finishContact({ emailHint, lines }: Pick<Order, 'emailHint' | 'lines'>): void {
  removeStored('local', CONTACT_STORAGE_KEY)
  // Shortened for all but the browser that paid.
  if (emailHint.includes('•')) return
  const leads = lines.reduce((sum, { size, bonusLeads }) => sum + size + bonusLeads, 0)
  const [county, ...others] = new Set(lines.map(({ place }) => place.split(',')[0]))
  const words = `Your ${leads} leads${others.length === 0 ? ` in ${county}` : ''}`
  writeStored('local', BUYER_STORAGE_KEY, { email: emailHint, words })
}

/** Who paid in this browser, and what for, until they log out of their orders here. Anyone may edit storage. */
export function rememberedBuyer(): { email: string; words: string } | null {
  const stored = readStored('local', BUYER_STORAGE_KEY)
  if (typeof stored !== 'object' || stored === null || !('email' in stored && 'words' in stored)) return null
  return { email: String(stored.email), words: String(stored.words) }
}

export const forgetBuyer = (): void => removeStored('local', BUYER_STORAGE_KEY)
