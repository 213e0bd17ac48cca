/** The settings of claims. What applies to an order is fixed when it is paid. */
import {
  CLAIM_EVIDENCE,
  CLAIM_REASON_NAMES,
  CLAIM_REASONS,
  type ClaimEvidence,
  type ClaimReason,
} from '#contract/claims/claim-reasons.ts'
import { choice, count, rate } from './setting-kinds.ts'

const EVIDENCE_WORDS: Readonly<Record<ClaimEvidence, string>> = {
  nothing: 'Nothing',
  note: 'A note of what they found out',
  file: 'A picture or a PDF',
}

const evidenceFor = (reason: ClaimReason, usual: ClaimEvidence) =>
  choice(
    {
      label: `Evidence for “${CLAIM_REASON_NAMES[reason]}”`,
      usual,
      help: 'What the buyer must add to the claim.',
      optionWords: EVIDENCE_WORDS,
    },
    CLAIM_EVIDENCE,
  )

export const CLAIMS = {
  claimDays: count({
    label: 'Time to claim',
    usual: 14,
    unit: 'day',
    min: 0,
    max: 60,
    help: 'How long after delivery a buyer can claim a bad lead. 0 turns claims off.',
    maxLength: 2,
  }),
  claimShareBps: rate({
    label: 'Leads that can be claimed',
    usual: 2_000,
    note: 'percent of a package',
    help: 'The most leads of one package that a buyer can claim; at least one.',
  }),
  claimEvidenceWrongNumber: evidenceFor('wrong_number', 'note'),
  claimEvidenceDuplicate: evidenceFor('duplicate', 'note'),
  claimEvidenceNotOwner: evidenceFor('not_owner', 'note'),
  claimEvidenceSoldSince: evidenceFor('sold_since', 'note'),
  claimEvidenceWrongCounty: evidenceFor('wrong_county', 'nothing'),
  claimEvidenceOptedOut: evidenceFor('opted_out', 'nothing'),
}

const EVIDENCE_SETTINGS = {
  wrong_number: 'claimEvidenceWrongNumber',
  duplicate: 'claimEvidenceDuplicate',
  not_owner: 'claimEvidenceNotOwner',
  sold_since: 'claimEvidenceSoldSince',
  wrong_county: 'claimEvidenceWrongCounty',
  opted_out: 'claimEvidenceOptedOut',
} as const satisfies Record<ClaimReason, keyof typeof CLAIMS>

type EvidenceValues = Readonly<Record<(typeof EVIDENCE_SETTINGS)[ClaimReason], string>>

/** The reasons that need this kind of evidence. */
export const reasonsWith = (evidence: ClaimEvidence, values: EvidenceValues): ClaimReason[] =>
  CLAIM_REASONS.filter((reason) => values[EVIDENCE_SETTINGS[reason]] === evidence)
