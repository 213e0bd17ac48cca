import { invalidRequest, missing, wrongState } from './errors.ts'
import { newId } from './ids.ts'
import type { Charge, Dispute } from './objects.ts'
import { type FormTree, optionalChoice, optionalTree, refuseUnknown, unknownParam } from './params.ts'
import type { Snapshot } from './storage.ts'
import { changeOf, type Moment, record, type Transition, unixSeconds } from './transitions.ts'

const EVIDENCE_SECONDS = 9 * 24 * 3600
/** Per field, and for all together. @see https://docs.stripe.com/api/disputes/update */
const FIELD_LENGTH_MAX = 20_000
const EVIDENCE_LENGTH_MAX = 150_000

/** Text fields. Fields for uploaded files are refused: this server accepts no files. */
const TEXT_FIELDS = `
  access_activity_log billing_address cancellation_policy_disclosure cancellation_rebuttal
  customer_email_address customer_name customer_purchase_ip duplicate_charge_explanation duplicate_charge_id
  product_description refund_policy_disclosure refund_refusal_explanation service_date shipping_address
  shipping_carrier shipping_date shipping_tracking_number uncategorized_text
`
  .trim()
  .split(/\s+/)

/** What a test card's bank decides at once, by `uncategorized_text`. @see https://docs.stripe.com/testing */
const VERDICTS: Readonly<Record<string, 'won' | 'lost'>> = { winning_evidence: 'won', losing_evidence: 'lost' }

/** The dispute of a card that disputes as soon as it is charged. */
export function newDispute(charge: Charge, moment: Moment): Dispute {
  return {
    id: newId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: unixSeconds(moment.now),
    currency: charge.currency,
    evidence: {},
    evidence_details: { due_by: unixSeconds(moment.now) + EVIDENCE_SECONDS, has_evidence: false, submission_count: 0 },
    livemode: false,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

type Decision = Transition & { answer: Dispute }

/** Stores evidence, and sends it to the bank unless `submit` is false. @throws StripeError once it was sent or decided */
export function updateDispute(form: FormTree, at: Snapshot, id: string, moment: Moment): Decision {
  refuseUnknown(form, ['evidence', 'submit', 'expand'])
  const dispute = waiting(at, id, moment)
  const evidence = { ...dispute.evidence, ...readEvidence(form) }
  const isSubmitted = optionalChoice(form, 'submit', ['true', 'false']) !== 'false'
  const told: Dispute = {
    ...dispute,
    evidence,
    status: isSubmitted ? 'under_review' : dispute.status,
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: Object.keys(evidence).length > 0,
      submission_count: dispute.evidence_details.submission_count + Number(isSubmitted),
    },
  }
  const verdict = isSubmitted ? VERDICTS[evidence.uncategorized_text ?? ''] : undefined
  return verdict ? decided(at, told, verdict, moment) : changed(at, told, 'charge.dispute.updated', moment)
}

/** Makes the bank decide a dispute, whatever the evidence, on a test's demand. */
export function decideDispute(at: Snapshot, id: string, outcome: 'won' | 'lost', moment: Moment): Decision {
  if (at.dispute === null) throw missing('dispute', id)
  return decided(at, at.dispute, outcome, moment)
}

function waiting({ dispute }: Snapshot, id: string, moment: Moment): Dispute {
  if (dispute === null) throw missing('dispute', id)
  if (dispute.status !== 'needs_response')
    throw wrongState(`This dispute is already ${dispute.status.replace('_', ' ')}.`, 'dispute_already_submitted')
  if (unixSeconds(moment.now) > dispute.evidence_details.due_by)
    throw wrongState('The time to submit evidence for this dispute is over.', 'dispute_past_due')
  return dispute
}

function readEvidence(form: FormTree): Record<string, string> {
  const tree = optionalTree(form, 'evidence') ?? {}
  const texts: Record<string, string> = {}
  for (const [name, text] of Object.entries(tree)) {
    const param = `evidence[${name}]`
    if (!TEXT_FIELDS.includes(name)) throw unknownParam(param)
    if (typeof text !== 'string' || text.length > FIELD_LENGTH_MAX) throw invalidRequest('Invalid string', { param })
    texts[name] = text
  }
  if (Object.values(texts).join('').length > EVIDENCE_LENGTH_MAX)
    throw invalidRequest('The evidence is too long.', { param: 'evidence' })
  return texts
}

function decided(at: Snapshot, dispute: Dispute, status: 'won' | 'lost', moment: Moment): Decision {
  const decision = changed(at, { ...dispute, status }, 'charge.dispute.closed', moment)
  // Money that was won back can be refunded.
  if (at.charge !== null && status === 'won') decision.change.charges.push({ ...at.charge, disputed: false })
  return decision
}

function changed(at: Snapshot, dispute: Dispute, event: string, moment: Moment): Decision {
  if (at.intent === null) throw missing('payment_intent', dispute.payment_intent)
  const change = changeOf(at.intent, { disputes: [dispute] })
  record(change, moment, event, dispute)
  return { change, error: null, answer: dispute }
}
