import { EMAIL_PATTERN } from '#contract/checkout.ts'
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts'

/** What the contact form holds: every field as text, as the inputs have it. */
export interface ContactDraft {
  fullName: string
  email: string
  businessName: string
  cellPhone: string
  address: string
}

const CONTACT_STORAGE_KEY = 'checkout-contact'
export const EMPTY_CONTACT: ContactDraft = { fullName: '', email: '', businessName: '', cellPhone: '', address: '' }

/** Limits of the contract's ContactInfo, so that the browser stops where the server would. */
export const CONTACT_LENGTHS_MAX: Readonly<Record<keyof ContactDraft, number>> = {
  fullName: 200,
  email: 254,
  businessName: 200,
  cellPhone: 40,
  address: 500,
}

/** SPEC.md section 5, to the letter. */
export const CONTACT_RULES = {
  fullName: (value: string) => value.trim() !== '' || 'Full Name is required.',
  email: (value: string) =>
    value.trim() === ''
      ? 'Email is required.'
      : EMAIL_PATTERN.test(value.trim()) || 'Please enter a valid email address.',
} as const

/** What was typed before a decline, a step back or a reload. It lives in this tab only, and ends with the order. */
export function storedContact(): ContactDraft {
  const stored = readStored('session', CONTACT_STORAGE_KEY)
  if (typeof stored !== 'object' || stored === null) return EMPTY_CONTACT
  const text = (key: keyof ContactDraft) => {
    const value = Object.entries(stored).find(([name]) => name === key)?.[1]
    return typeof value === 'string' ? value : ''
  }
  return {
    fullName: text('fullName'),
    email: text('email'),
    businessName: text('businessName'),
    cellPhone: text('cellPhone'),
    address: text('address'),
  }
}

export function storeContact(contact: ContactDraft): void {
  writeStored('session', CONTACT_STORAGE_KEY, contact)
}

export function forgetContact(): void {
  removeStored('session', CONTACT_STORAGE_KEY)
}
