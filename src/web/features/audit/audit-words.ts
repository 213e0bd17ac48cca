/** Describes an entry of the audit log as a sentence, and the facts it changed, field by field. */
import { AUDIT_ACTIONS, type AuditAction, type AuditEntry, type AuditFacts } from '#contract/audit/audit.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'

/** The words between actor and object. An action without them uses its name in a list. */
const PHRASES: Readonly<Partial<Record<AuditAction, string>>> = {
  price_changed: 'set',
  price_planned: 'planned new prices for',
  price_plan_cancelled: 'canceled the planned prices for',
  stock_set: 'set the stock of',
  stock_set_many: 'set the stock of',
  hold_released: 'released a hold in a cart:',
  stock_imported: 'imported stock from',
  leads_imported: 'imported leads from',
  lead_import_undone: 'undid the import of',
  lead_rows_seen: 'viewed rows of',
  cash_app_verified: 'verified the payment for',
  cash_app_rejected: 'rejected',
  request_marked_paid: 'marked as paid:',
  order_refunded: 'gave a refund for',
  evidence_saved: 'saved evidence for',
  evidence_submitted: 'submitted evidence for',
  member_created: 'added',
  member_updated: 'changed the profile of',
  member_removed: 'removed',
  sessions_ended: 'ended the sessions of',
  second_factor_reset: 'turned off the two-step sign-in of',
  commission_set: 'set the commission of',
  delivery_looked_at: 'viewed the leads of',
  lead_looked_at: 'viewed',
  lead_suppressed: 'opted a property out:',
  opt_out_undone: 'undid an opt-out:',
  leads_backing_switched: 'switched how stock is counted:',
  message_resent: 'resent:',
  message_dismissed: 'set a failure aside:',
  held_messages_sent: 'sent:',
  job_retried: 'ran again:',
  job_given_up: 'dropped:',
  refund_retried: 'resent the refund for',
  refund_settled: 'recorded a manual refund for',
  unknown_payment_refunded: 'refunded, without an order:',
  unknown_payment_settled: 'settled without a refund:',
  list_exported: 'exported',
  settings_changed: 'changed',
  webhook_added: 'added the webhook at',
  webhook_changed: 'changed the webhook at',
  webhook_removed: 'removed the webhook at',
  webhook_secret_replaced: 'replaced the secret of the webhook at',
  setup_confirmed: 'changed the setup step:',
}

/** Entries whose actor is the whole sentence; null is an actor without an account. */
const SENTENCES: Readonly<Partial<Record<AuditAction, (who: string | null, subject: string) => string>>> = {
  logged_in: (who) => `${who} logged in`,
  logged_out: (who) => `${who} logged out`,
  login_failed: (who) => (who ? `Failed log-in for ${who}` : 'Failed log-in: no account has that address'),
  login_throttled: (who) => `Too many log-in attempts ${who ? `for ${who}` : 'at an address without an account'}`,
  second_factor_failed: (who) => `Wrong two-step code for ${who}`,
  proof_failed: (who) => `${who} failed a password check while logged in`,
  access_refused: (who, call) => `${who} was refused ${call}`,
}

/** One fact with its old and new value; null if there was none. */
export interface FactChange {
  name: string
  before: string | null
  after: string | null
}

const MONEY = /^(price|total|refunded|amount|value)$/
const isPriceKey = (name: string) => /^[a-z]+-[a-z]+-\d+$/.test(name)

/** `packagesReturned` reads `Packages returned`, `48-vip-20` stays. */
function nameOf(name: string): string {
  if (isPriceKey(name)) return name.replaceAll('-', ' ')
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wordFor(name: string, value: AuditFacts[string] | undefined): string | null {
  if (value === undefined || value === null) return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name === 'rate') return `${value}%`
  if ((MONEY.test(name) || isPriceKey(name)) && /^-?\d+\.\d{2}$/.test(String(value))) return formatDollars(value)
  return typeof value === 'number' ? formatCount(value) : value
}

/** What changed, in the stored order; facts that stayed the same are left out if others changed. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): FactChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const all = names.map((name) => ({
    name: nameOf(name),
    before: wordFor(name, before?.[name]),
    after: wordFor(name, after?.[name]),
  }))
  const moved = all.filter((fact) => fact.before !== fact.after)
  return moved.length > 0 ? moved : all
}

/** `Ann set VIP Junior Package, Vacant Houses from $299.00 to $279.00`. */
export function sentenceOf(entry: AuditEntry): string {
  const { memberName, action, subject } = entry
  const whole = SENTENCES[action]
  if (whole) return whole(entry.memberId && memberName, subject)
  const phrase = PHRASES[action]
  const start = phrase ? `${memberName} ${phrase} ${subject}` : `${memberName}: ${AUDIT_ACTIONS[action]}, ${subject}`
  const [change, ...more] = changesOf(entry)
  const isTold = change?.before && change.after && more.length === 0 && change.before !== change.after
  return isTold ? `${start} from ${change.before} to ${change.after}` : start
}
