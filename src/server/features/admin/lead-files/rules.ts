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
