import { EMAIL_WRONG, readEmail } from '#contract/email-address.ts'
import type { PaymentRequest } from '#contract/links/payment-request-values.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { DRAFT_KEY, whenForgotten } from '#web/lib/member-data.ts'
import { CONTACT_LENGTHS_MAX } from '#web/lib/stated-order.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'
import { createStore } from '#web/ui/store.ts'

/** As the contract's ContactInfo and SendBody have them. */
export const FIELD_LENGTHS_MAX = { ...CONTACT_LENGTHS_MAX, specialOffers: 2000 }

export type InvoiceFields = Record<keyof typeof FIELD_LENGTHS_MAX, string>

export interface InvoiceDraft extends InvoiceFields {
  isReminderOn: boolean
  /** Made with the form and kept until it is sent, so sending again finds the same request. */
  attemptId: string
  /** What was sent in this attempt without a reply: one of these may have become an invoice. */
  unanswered: readonly SentContent[]
}

const FIELD_NAMES = Object.keys(FIELD_LENGTHS_MAX) as (keyof InvoiceFields)[]

const fieldsFrom = (textOf: (name: keyof InvoiceFields) => string): InvoiceFields =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, textOf(name)])) as InvoiceFields

/** How many presses without a reply are remembered; beyond that, the connection is the problem. */
const UNANSWERED_MAX = 10

/** An empty form with a new attempt id. */
export const emptyDraft = (): InvoiceDraft => ({
  ...fieldsFrom(() => ''),
  isReminderOn: true,
  attemptId: crypto.randomUUID(),
  unanswered: [],
})

const loaded = new Map<string, InvoiceDraft>()
/** Stored per window and per member, until they log out, because a draft names a customer. */
const drafts = createStore<{ memberId: string; draft: InvoiceDraft } | null>(null)
whenForgotten(() => {
  loaded.clear()
  drafts.set(null)
})

/** The form as this member left it: it survives another tab, a reload and a refusal. */
export function useInvoiceDraft(memberId: string): InvoiceDraft {
  drafts.use()
  return currentDraft(memberId)
}

/** Changes part of the form. */
export function changeDraft(memberId: string, change: Partial<Omit<InvoiceDraft, 'attemptId' | 'unanswered'>>): void {
  keep(memberId, { ...currentDraft(memberId), ...change })
}

/** Starts a new form, which is a new attempt; with the fields of a customer, if known. */
export function startDraft(memberId: string, fields: Partial<InvoiceFields & Pick<InvoiceDraft, 'isReminderOn'>> = {}) {
  const { attemptId, unanswered, ...empty } = emptyDraft()
  keep(memberId, { ...empty, ...fields, attemptId, unanswered })
}

/** Records that a press of Send got no reply, so the next one can tell what became of it. */
export function recordUnanswered(memberId: string, content: SentContent): void {
  const draft = currentDraft(memberId)
  keep(memberId, { ...draft, unanswered: [...draft.unanswered, content].slice(-UNANSWERED_MAX) })
}

/** Gives the form a new attempt id, after its earlier attempt turned out to be an invoice already. */
export const separateDraft = (memberId: string): void => startDraft(memberId, currentDraft(memberId))

/** Clears a form that was sent. */
export function clearDraft(memberId: string): void {
  removeStored('session', DRAFT_KEY)
  drafts.set({ memberId, draft: emptyDraft() })
}

function currentDraft(memberId: string): InvoiceDraft {
  const kept = drafts.get()
  return kept?.memberId === memberId ? kept.draft : loadDraft(memberId)
}

function keep(memberId: string, draft: InvoiceDraft): void {
  drafts.set({ memberId, draft })
  writeStored('session', DRAFT_KEY, { memberId, draft })
}

/** Restores the draft after a reload, once per member: every reader before the first change gets the same attempt. */
function loadDraft(memberId: string): InvoiceDraft {
  const known = loaded.get(memberId)
  if (known) return known
  const draft = storedDraft(readStored('session', DRAFT_KEY), memberId) ?? emptyDraft()
  loaded.set(memberId, draft)
  return draft
}

/** Reads the stored draft if it is this member's and has the right shape: anyone may edit storage. */
export function storedDraft(stored: unknown, memberId: string): InvoiceDraft | null {
  if (!isRecord(stored) || stored.memberId !== memberId || !isRecord(stored.draft)) return null
  const { draft } = stored
  const { attemptId } = draft
  if (typeof attemptId !== 'string' || !/^[\w-]{8,64}$/.test(attemptId)) return null
  const text = (name: keyof InvoiceFields) => {
    const value = draft[name]
    return typeof value === 'string' ? value.slice(0, FIELD_LENGTHS_MAX[name]) : ''
  }
  return {
    ...fieldsFrom(text),
    isReminderOn: draft.isReminderOn !== false,
    attemptId,
    unanswered: Array.isArray(draft.unanswered) ? draft.unanswered.filter(isContent).slice(-UNANSWERED_MAX) : [],
  }
}

/** Only compared, part by part; a missing one equals nothing. */
const isContent = (value: unknown): value is SentContent =>
  isRecord(value) && Object.values(value).every((part) => typeof part === 'string')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What a form still needs before it can be sent, in words: name, email and packages are required. */
export function missingParts(draft: Pick<InvoiceFields, 'fullName' | 'email'>, lineCount: number): string[] {
  return [
    ...(draft.fullName.trim() === '' ? ['full name'] : []),
    ...(readEmail(draft.email) === null ? ['email'] : []),
    ...(lineCount === 0 ? ['packages'] : []),
  ]
}

/** The error of a typed address; undefined while nothing is wrong. */
export function emailError(email: string): string | undefined {
  if (email.trim() === '') return 'Email is required.'
  return readEmail(email) === null ? EMAIL_WRONG : undefined
}

/** What a press of Send requested, part by part as text, to compare with what the store made of it. */
export type SentContent = Readonly<Record<string, string>>
type Form = Readonly<InvoiceFields> & { isReminderOn: boolean }
type Line = Pick<CartLine, 'tier' | 'leadType' | 'size' | 'state' | 'county' | 'deliveryMethod'>

type Made = Pick<
  PaymentRequest,
  | 'customerName'
  | 'customerEmail'
  | 'customerBusinessName'
  | 'customerPhone'
  | 'customerAddress'
  | 'specialOffers'
  | 'remindAt'
> & { cartData: readonly Line[] }

/** The form and the cart as they are now. */
export function contentOf(form: Form, lines: readonly Line[]): SentContent {
  const packages = lines.map((line) =>
    [line.state, line.county, line.leadType, line.tier, line.size, line.deliveryMethod].join(' '),
  )
  return {
    ...Object.fromEntries(FIELD_NAMES.map((name) => [name, plain(form[name])])),
    packages: packages.sort().join(', '),
    reminder: String(form.isReminderOn),
  }
}

/**
 * Whether the store returned an invoice of an earlier press, whose reply was lost, though the form has changed since;
 * packages that went into that invoice do not count as a change.
 */
export function isEarlierSend(unanswered: readonly SentContent[], now: SentContent, request: Made): boolean {
  const form = {
    fullName: request.customerName,
    email: request.customerEmail,
    businessName: request.customerBusinessName ?? '',
    cellPhone: request.customerPhone ?? '',
    address: request.customerAddress ?? '',
    specialOffers: request.specialOffers,
    isReminderOn: request.remindAt !== null,
  }
  const made = contentOf(form, request.cartData)
  const compared = Object.keys(now).filter((name) => name !== 'packages' || now.packages !== '')
  return unanswered.some((earlier) =>
    compared.some((name) => earlier[name] !== now[name] && earlier[name] === made[name]),
  )
}

/** The store normalizes input: spaces and the case of an address make no difference. */
const plain = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
