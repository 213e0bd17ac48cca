import type { LeadField } from '#contract/admin/lead-file-fields.ts'
import { LEAD_TYPES, type LeadType, TIERS } from '#contract/catalogue/catalogue.ts'
import type { PlacePart } from '#server/features/imports/column-meaning.ts'
import { poolIdOf } from '#server/features/stock/pools.ts'
import { TIER_WINDOWS } from '#server/features/stock/tiers.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'

/** How long an import's replaced data is kept and the import can be undone. */
export const UNDO_DAYS = 30
export const UNDO_MS = days(UNDO_DAYS)
/** What happens to a row, as its number in the table. `new` must be 0, because rows are created so. */
export const VERDICTS = ['new', 'merged', 'replaces', 'unchanged', 'repeated', 'outdated', 'suppressed'] as const
export type Verdict = (typeof VERDICTS)[number]
export const verdictNo = (verdict: Verdict): number => VERDICTS.indexOf(verdict)
/** Room for more lead types next to a county code. */
const TYPES_MAX = 4

/** A county and a lead type as one number, to sort rows by. */
export const placeNoOf = (countyCode: number, leadType: LeadType): number =>
  countyCode * TYPES_MAX + LEAD_TYPES.indexOf(leadType)

/** The reverse of `placeNoOf`. */
export function placeOf(placeNo: number): { fips: string; leadType: LeadType } {
  const leadType = LEAD_TYPES[placeNo % TYPES_MAX]
  if (!leadType) throw new Error(`no lead type has the number of the place ${placeNo}`)
  return { fips: String(Math.floor(placeNo / TYPES_MAX)).padStart(5, '0'), leadType }
}

/** The field of a lead file for each part of the property's address. */
export const PLACE_FIELDS: Readonly<Record<PlacePart, LeadField>> = {
  ...({ street: 'address', whole: 'wholeAddress', number: 'houseNumber', direction: 'streetDirection' } as const),
  ...({
    streetName: 'streetName',
    suffix: 'streetSuffix',
    postDirection: 'streetPostDirection',
    unit: 'unit',
  } as const),
  ...({ city: 'city', state: 'state', zip: 'zip', county: 'county', fips: 'fips' } as const),
}
export const PLACE_PARTS = Object.keys(PLACE_FIELDS) as PlacePart[]

interface Beside {
  lead_id: string
  is_same: boolean
  acquired_at: Date
  /** On sale, even if held. */
  pool_id: string | null
}

export type Decision =
  | { kind: 'insert'; displaced: readonly string[] }
  | { kind: 'renew'; leadId: string; displaced: readonly string[] }
  | { kind: 'skip'; verdict: 'outdated' | 'unchanged' }

/**
 * Decides what happens to a row: the newest counts. A newer row of the same owner and list renews its lead; one of
 * another owner or list displaces the earlier ones on sale. At the same moment, the known lead counts.
 */
export function decide(acquiredAt: Date, beside: readonly Beside[]): Decision {
  const others = beside.filter((one) => !one.is_same && one.pool_id !== null)
  if (others.some((other) => other.acquired_at >= acquiredAt)) return { kind: 'skip', verdict: 'outdated' }
  const same = beside.find((one) => one.is_same)
  if (same && same.acquired_at > acquiredAt) return { kind: 'skip', verdict: 'unchanged' }
  const displaced = others.map((other) => other.lead_id)
  return same ? { kind: 'renew', leadId: same.lead_id, displaced } : { kind: 'insert', displaced }
}

/** The tiers as windows of time at an instant, for the statements of apply-queries.ts. */
export function windowValues({ saleCaps }: Pick<Config, 'saleCaps'>, now: Date) {
  return {
    tiers: TIER_WINDOWS.map(({ tier }) => tier),
    olders: TIER_WINDOWS.map(({ untilDays }) => addMilliseconds(now, -days(untilDays))),
    newers: TIER_WINDOWS.map(({ fromDays }) => (fromDays === 0 ? null : addMilliseconds(now, -days(fromDays)))),
    caps: TIER_WINDOWS.map(({ tier }) => saleCaps[tier]),
    lastsHours: TIER_WINDOWS.map(({ untilDays }) => untilDays * 24),
  }
}

/** The four pools of a county and lead type. */
export function poolsOfPlace(placeNo: number): string[] {
  const { fips, leadType } = placeOf(placeNo)
  return TIERS.map((tier) => poolIdOf(fips, leadType, tier))
}
