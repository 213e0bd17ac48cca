/** What numbers in the tables of lead files mean. */
import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { days } from '#server/platform/clock.ts'

/** What an import replaced is kept for so long, in days, and so long it can be taken back. */
export const UNDO_DAYS = 30
/** The same in milliseconds. */
export const UNDO_MS = days(UNDO_DAYS)

/** What becomes of a row, as its number in the table. `new` must be 0: rows are made so. */
export const VERDICTS = ['new', 'merged', 'replaces', 'unchanged', 'repeated', 'outdated', 'suppressed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The number of a verdict. */
export const verdictNo = (verdict: Verdict): number => VERDICTS.indexOf(verdict)

/** Room for more lead types beside a county code. */
const TYPES_MAX = 4

/** A county and a lead type as one number, by which rows are sorted. */
export const placeNoOf = (countyCode: number, leadType: LeadType): number =>
  countyCode * TYPES_MAX + LEAD_TYPES.indexOf(leadType)

/** The county and lead type of such a number. */
export function placeOf(placeNo: number): { fips: string; leadType: LeadType } {
  const leadType = LEAD_TYPES[placeNo % TYPES_MAX]
  if (!leadType) throw new Error(`no lead type has the number of the place ${placeNo}`)
  return { fips: String(Math.floor(placeNo / TYPES_MAX)).padStart(5, '0'), leadType }
}

/** A known lead that is compared with a row. */
export interface Beside {
  leadId: string
  /** Of the same owner, for the same list. */
  isSame: boolean
  acquiredAt: Date
  /** It is for sale, be it with a hold. */
  isListed: boolean
}

export type Decision =
  | { kind: 'insert'; displaced: readonly string[] }
  | { kind: 'renew'; leadId: string; displaced: readonly string[] }
  | { kind: 'skip'; verdict: 'outdated' | 'unchanged' }

/**
 * The newest counts: older facts change nothing, a newer row of the same owner and list renews its lead, and one of another owner
 * or list takes the place of those before in sale. Of two of the same moment the one that is here counts.
 */
export function decide(acquiredAt: Date, beside: readonly Beside[]): Decision {
  const others = beside.filter(({ isSame, isListed }) => !isSame && isListed)
  if (others.some((other) => other.acquiredAt >= acquiredAt)) return { kind: 'skip', verdict: 'outdated' }
  const same = beside.find(({ isSame }) => isSame)
  if (same && same.acquiredAt > acquiredAt) return { kind: 'skip', verdict: 'unchanged' }
  const displaced = others.map(({ leadId }) => leadId)
  return same ? { kind: 'renew', leadId: same.leadId, displaced } : { kind: 'insert', displaced }
}
