/** The settings of claims. What applies to an order is fixed when it is paid. */
import { CLAIM_REASON_NAMES, CLAIM_REASONS, type ClaimReason } from '#contract/claims/claim-reasons.ts'
import { choice, count, rate } from './setting-kinds.ts'

const noteFor = (reason: ClaimReason, usual: 'optional' | 'required') =>
  choice(
    {
      label: `Note for “${CLAIM_REASON_NAMES[reason]}”`,
      usual,
      help: 'Whether the buyer must say what they found out.',
    },
    ['optional', 'required'],
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
  claimNoteWrongNumber: noteFor('wrong_number', 'required'),
  claimNoteDuplicate: noteFor('duplicate', 'required'),
  claimNoteNotOwner: noteFor('not_owner', 'required'),
  claimNoteSoldSince: noteFor('sold_since', 'required'),
  claimNoteWrongCounty: noteFor('wrong_county', 'optional'),
  claimNoteOptedOut: noteFor('opted_out', 'optional'),
}

/** The setting of each reason's note. */
export const NOTE_SETTINGS = {
  wrong_number: 'claimNoteWrongNumber',
  duplicate: 'claimNoteDuplicate',
  not_owner: 'claimNoteNotOwner',
  sold_since: 'claimNoteSoldSince',
  wrong_county: 'claimNoteWrongCounty',
  opted_out: 'claimNoteOptedOut',
} as const satisfies Record<ClaimReason, keyof typeof CLAIMS>

/** The reasons that need a note. */
export const reasonsWithNote = (values: Readonly<Record<(typeof NOTE_SETTINGS)[ClaimReason], string>>): ClaimReason[] =>
  CLAIM_REASONS.filter((reason) => values[NOTE_SETTINGS[reason]] === 'required')
