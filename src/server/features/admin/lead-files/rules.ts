import { LEAD_TYPES, type LeadType, TIERS } from '#contract/catalogue/catalogue.ts'
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

/**
 * Digits of a fingerprint that are compared: 32 bits. Of a million properties, a hundred match another by chance. That
 * costs only a lookup, because the database compares whole fingerprints.
 */
const DIGITS = 8
const FIRST_SLOTS = 1 << 16
const LOAD_MAX = 0.7

/** Finds properties that occur more than once in a file, in about 8 bytes per row and without sorting them all. */
export class SeenProperties {
  #slots = new Uint32Array(FIRST_SLOTS)
  #used = 0
  readonly #twice = new Set<string>()

  /** @param propertyKey a UUID */
  add(propertyKey: string): void {
    // From the end, because fingerprints of one ZIP start alike. Never 0, which is an empty slot.
    const digits = Number.parseInt(propertyKey.slice(-DIGITS), 16) || 1
    if (!this.#put(this.#slots, digits)) return void this.#twice.add(propertyKey)
    this.#used += 1
    if (this.#used > this.#slots.length * LOAD_MAX) this.#grow()
  }

  /** Includes the few that match another by chance. */
  get twice(): string[] {
    return [...this.#twice]
  }

  #put(slots: Uint32Array, digits: number): boolean {
    const mask = slots.length - 1
    for (let slot = digits & mask; ; slot = (slot + 1) & mask) {
      if (slots[slot] === 0) {
        slots[slot] = digits
        return true
      }
      if (slots[slot] === digits) return false
    }
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2)
    for (const digits of this.#slots) if (digits !== 0) this.#put(slots, digits)
    this.#slots = slots
  }
}
