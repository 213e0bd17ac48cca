/** What numbers in the tables of lead files mean. */
import { LEAD_TYPES, type LeadType } from '#contract/catalogue/catalogue.ts'
import { days } from '#server/platform/clock.ts'

/** How long, in days, an import's replaced data is kept and the import can be undone. */
export const UNDO_DAYS = 30
/** The same in milliseconds. */
export const UNDO_MS = days(UNDO_DAYS)

/** What happens to a row, as its number in the table. `new` must be 0, because rows are created so. */
export const VERDICTS = ['new', 'merged', 'replaces', 'unchanged', 'repeated', 'outdated', 'suppressed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** The number of a verdict. */
export const verdictNo = (verdict: Verdict): number => VERDICTS.indexOf(verdict)

/** Room for more lead types next to a county code. */
const TYPES_MAX = 4

/** A county and a lead type as one number, to sort rows by. */
export const placeNoOf = (countyCode: number, leadType: LeadType): number =>
  countyCode * TYPES_MAX + LEAD_TYPES.indexOf(leadType)

/** Returns the county and lead type of such a number. */
export function placeOf(placeNo: number): { fips: string; leadType: LeadType } {
  const leadType = LEAD_TYPES[placeNo % TYPES_MAX]
  if (!leadType) throw new Error(`no lead type has the number of the place ${placeNo}`)
  return { fips: String(Math.floor(placeNo / TYPES_MAX)).padStart(5, '0'), leadType }
}

/** A known lead that a row is compared with. */
export interface Beside {
  leadId: string
  /** Of the same owner and list. */
  isSame: boolean
  acquiredAt: Date
  /** It is on sale, even if held. */
  isListed: boolean
}

export type Decision =
  | { kind: 'insert'; displaced: readonly string[] }
  | { kind: 'renew'; leadId: string; displaced: readonly string[] }
  | { kind: 'skip'; verdict: 'outdated' | 'unchanged' }

/**
 * Decides what happens to a row: the newest counts. Older facts change nothing, a newer row of the same owner and list
 * renews its lead, and one of another owner or list displaces the earlier ones on sale. If both have the same moment,
 * the known lead counts.
 */
export function decide(acquiredAt: Date, beside: readonly Beside[]): Decision {
  const others = beside.filter(({ isSame, isListed }) => !isSame && isListed)
  if (others.some((other) => other.acquiredAt >= acquiredAt)) return { kind: 'skip', verdict: 'outdated' }
  const same = beside.find(({ isSame }) => isSame)
  if (same && same.acquiredAt > acquiredAt) return { kind: 'skip', verdict: 'unchanged' }
  const displaced = others.map(({ leadId }) => leadId)
  return same ? { kind: 'renew', leadId: same.leadId, displaced } : { kind: 'insert', displaced }
}
