/** The words of delivered leads and of claims, without a schema, so that a page that shows them does not load zod. */

/** Of a buyer's own words about a lead. */
export const LEAD_NOTE_MAX = 500

/** What a buyer notes about a lead. */
export const LEAD_MARKS = ['called', 'talked', 'bad_number'] as const
export type LeadMark = (typeof LEAD_MARKS)[number]
export const LEAD_MARK_NAMES: Readonly<Record<LeadMark, string>> = {
  called: 'Called',
  talked: 'Talked',
  bad_number: 'Bad number',
}

/** Whether any of a lead's numbers may be called. */
export const mayBeCalled = ({ phones }: { phones: readonly { isDoNotCall: boolean }[] }): boolean =>
  phones.some(({ isDoNotCall }) => !isDoNotCall)

/** Why a lead is bad. "Not motivated" is no reason: the store sells list data. */
export const CLAIM_REASONS = [
  'wrong_number',
  'duplicate',
  'not_owner',
  'sold_since',
  'wrong_county',
  'opted_out',
] as const
export type ClaimReason = (typeof CLAIM_REASONS)[number]

export const CLAIM_REASON_NAMES: Readonly<Record<ClaimReason, string>> = {
  wrong_number: 'Wrong or dead number',
  duplicate: 'I already had this lead',
  not_owner: 'Not the owner',
  sold_since: 'Sold before I got it',
  wrong_county: 'Not in this county',
  opted_out: 'Owner had opted out',
}

export interface ClaimTerms {
  days: number
  /** The most leads of a package, in hundredths of a percent. */
  shareBps: number
  noteReasons: ClaimReason[]
  /** The reasons that need a file; absent for orders from before files could be attached. */
  fileReasons?: ClaimReason[]
}

/** `open`: a person decides, until `dueAt`; after that it is granted. */
export const CLAIM_STATES = ['open', 'granted', 'denied'] as const

export const CLAIM_ANSWER_DAYS = 2
export const CLAIMS_AT_ONCE = 100
export const CLAIM_EVIDENCE = ['nothing', 'note', 'file'] as const
export type ClaimEvidence = (typeof CLAIM_EVIDENCE)[number]
export const CLAIM_FILES_MAX = 3
export const CLAIM_FILE_BYTES_MAX = 5 * 1024 * 1024
export const CLAIM_FILE_NAME_MAX = 120
/** For all packages of an order within a day. After that, files that no claim names are deleted. */
export const CLAIM_ORDER_FILES_MAX = 150
export const CLAIM_ORDER_MEGABYTES_MAX = 150

export const CLAIM_NOTE_MAX = 1_000

export const CLAIM_RATE_GROUPS = ['source', 'county', 'age', 'tier'] as const
export type ClaimRateGroup = (typeof CLAIM_RATE_GROUPS)[number]
export const CLAIM_RATES_MAX = 200
/** Buyers see the rates of a tier once this many of its leads were claimed. */
export const PUBLIC_RATES_CLAIMS_MIN = 200
