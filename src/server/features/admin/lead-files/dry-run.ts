import type { LeadRowReason } from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview, NewlyBacked } from '#contract/admin/lead-preview.ts'
import { SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { REFUSALS_MAX } from '#contract/imports/imports.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { promiseLeads } from '#server/features/catalogue/price-lines.ts'
import { countRefused, type ReadSum } from '#server/features/imports/file-intake.ts'
import type { Checked } from '#server/features/imports/import-kind.ts'
import { unitsOf } from '#server/features/stock/pools.ts'
import { TIER_WINDOWS } from '#server/features/stock/tiers.ts'
import { bonusLeadsOf } from '#server/features/stock/update-bonus-leads.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Executor, Transaction } from '#server/platform/database/database.ts'
import { listsOf, type RowOf } from '#server/platform/database/statement.ts'
import * as sql from './check-lead-file.ts'
import type { LeadsFound } from './read-leads.ts'
import { placeOf, poolsOfPlace, VERDICTS, type Verdict } from './rules.ts'

/** How many of them a preview lists; a file of the whole country has thousands. */
const NEWLY_BACKED_SHOWN = 20

/** `younger`: how many rows are in the first tier, in the first two, in the first three. */
type Place = RowOf<typeof sql.countPlaces>

function leadsByTier({ younger, rows }: Place): number[] {
  const upTo = [...younger, rows]
  return TIERS.map((_, index) => (upTo[index] ?? 0) - (upTo[index - 1] ?? 0))
}

const firstPoolOf = ({ place_no }: Place) => poolsOfPlace(place_no)[0] ?? ''
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** Finds places without a pool, whose packages will follow from leads; counts those that the file cannot fill once. */
async function findNewlyBacked(ctx: PlatformContext, on: Executor, places: readonly Place[]) {
  const pools = await on.run(sql.findPools, { poolIds: places.map(firstPoolOf) })
  const known = new Set(pools.map(({ pool_id }) => pool_id))
  const fresh = places.filter((place) => !known.has(firstPoolOf(place)))
  if (fresh.length === 0) return { places: 0, packages: 0, forSale: 0, soldOut: 0, first: [] }
  const servedBy = await servingOf(ctx, fresh)
  const keys = fresh.map(({ place_no }) => placeOf(place_no))
  const rows = await on.run(sql.listInStock, {
    fips: keys.map(({ fips }) => fips),
    leadTypes: keys.map(({ leadType }) => leadType),
  })
  const inStock = new Map(rows.map((row) => [`${row.fips}-${row.lead_type}`, row.packages]))
  const { countyByFips } = await loadPlaces(ctx)
  const all = fresh.map((place): NewlyBacked & { forSale: number; soldOut: number } => {
    const { fips, leadType } = placeOf(place.place_no)
    const { state, name } = countyByFips(fips)
    const served = servedBy(place)
    const forSale = inStock.get(`${fips}-${leadType}`) ?? []
    const soldOut = forSale.filter((one) => !served.has(one)).length
    return { state, county: name, leadType, leads: place.rows, forSale: forSale.length, soldOut }
  })
  return {
    places: fresh.length,
    packages: fresh.length * TIERS.length * SIZES.length,
    forSale: sumOf(all.map(({ forSale }) => forSale)),
    soldOut: sumOf(all.map(({ soldOut }) => soldOut)),
    first: all.toSorted((a, b) => b.soldOut - a.soldOut).slice(0, NEWLY_BACKED_SHOWN),
  }
}

/**
 * Which packages (`vip-20`) a place's leads fill at least once, with current bonus leads. A lead whose property was
 * sold earlier may be worth less; few places without a pool have any, so they count as new here.
 */
async function servingOf(ctx: PlatformContext, places: readonly Place[]): Promise<(place: Place) => Set<string>> {
  const poolIds = places.flatMap(({ place_no }) => poolsOfPlace(place_no))
  const bonusLeads = await bonusLeadsOf(ctx, promiseLeads, poolIds)
  const { saleCaps } = ctx.config
  return (place) => {
    const leads = leadsByTier(place)
    const pools = poolsOfPlace(place.place_no)
    const served = TIERS.flatMap((tier, tierIndex) => {
      const byPlaces = [...Array<number>(saleCaps[tier] - 1).fill(0), leads[tierIndex] ?? 0]
      const bonus = bonusLeads.get(pools[tierIndex] ?? '') ?? []
      const sizes = SIZES.filter((size, index) => unitsOf(byPlaces, size + (bonus[index] ?? 0)) > 0)
      return sizes.map((size) => `${tier}-${size}`)
    })
    return new Set(served)
  }
}

/** Rows that change together in one transaction. Buyers of their counties wait for as long as that takes. */
const ROWS_AT_ONCE = 5_000

interface PlaceRows {
  placeNo: number
  rows: number
  /** How many of these have a known property. */
  knownRows: number
  firstKey: string
  lastKey: string
}

interface Part {
  placeFrom: number
  keyFrom: string
  placeTo: number
  keyTo: string
  rows: number
  knownRows: number
  places: number[]
}

/** Groups rows, in the order of their places and properties, into parts that are applied one after another. */
export function splitIntoParts(runs: readonly PlaceRows[], rowsAtOnce = ROWS_AT_ONCE): Part[] {
  const parts: Part[] = []
  for (const { placeNo, rows, knownRows, firstKey, lastKey } of runs) {
    const open = parts.at(-1)
    if (open && open.rows + rows <= rowsAtOnce) {
      open.placeTo = placeNo
      open.keyTo = lastKey
      open.rows += rows
      open.knownRows += knownRows
      if (open.places.at(-1) !== placeNo) open.places.push(placeNo)
    } else {
      const [from, to] = [
        { placeFrom: placeNo, keyFrom: firstKey },
        { placeTo: placeNo, keyTo: lastKey },
      ]
      parts.push({ ...from, ...to, rows, knownRows, places: [placeNo] })
    }
  }
  return parts
}

/** Before and after all properties of a place. */
const FIRST_KEY = '00000000-0000-0000-0000-000000000000'
const LAST_KEY = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Computes what would happen to the rows of a file that was read. Changes no lead. */
export async function checkLeads(
  ctx: PlatformContext,
  tx: Transaction,
  { uploadNo, sum }: { uploadNo: number; sum: ReadSum },
): Promise<Checked> {
  const { twice, leftOut } = sum.found as LeadsFound
  await tx.run(sql.allowMemory)
  let crowded: LeadPreview['crowded']
  if (twice.length > 0) {
    const [found] = await tx.run(sql.countCrowded, { uploadNo, twices: twice })
    if (found?.rows) crowded = { addresses: found.addresses, rows: found.rows }
    await tx.run(sql.markRepeated, { uploadNo, twices: twice })
    await tx.run(sql.keepMarksOfRepeated, { uploadNo, twices: twice })
  }
  await tx.run(sql.markSuppressed, { uploadNo })
  await tx.run(sql.markKnown, { uploadNo })
  const verdicts = await tx.run(sql.countVerdicts, { uploadNo })
  const counts = Object.fromEntries(verdicts.map(({ verdict, rows }) => [VERDICTS[verdict], rows]))
  const count = (verdict: Verdict): number => counts[verdict] ?? 0
  const now = ctx.clock.now()
  const borders = TIER_WINDOWS.slice(0, -1).map(({ untilDays }) => addMilliseconds(now, -days(untilDays)))
  const places = await tx.run(sql.countPlaces, { uploadNo, borders })
  await insertAllParts(tx, uploadNo, places)
  if (count('outdated') + count('suppressed') > 0) await tx.run(sql.refuseMarked, { uploadNo, limit: REFUSALS_MAX })
  const [displaced] = count('merged') + count('replaces') > 0 ? await tx.run(sql.countDisplaced, { uploadNo }) : []
  const refused: Partial<Record<LeadRowReason, number>> = { ...sum.refused }
  for (const reason of ['outdated', 'suppressed'] as const) if (count(reason) > 0) refused[reason] = count(reason)
  const byTier = places.map(leadsByTier)
  const [vip = 0, premier = 0, premium = 0, standard = 0] = TIERS.map((_, index) =>
    sumOf(byTier.map((leads) => leads[index] ?? 0)),
  )
  const preview: LeadPreview = {
    newLeads: count('new') + count('replaces'),
    merged: count('merged'),
    unchanged: count('unchanged'),
    repeated: count('repeated'),
    displaced: displaced?.leads ?? 0,
    tiers: { vip, premier, premium, standard },
    refused,
    leftOut,
    ...(crowded ? { crowded } : {}),
    newlyBacked: await findNewlyBacked(ctx, tx, places),
  }
  const problem = places.length > 0 ? null : 'No row of this file can be imported as a new or newer lead.'
  return { problem, refusedRows: countRefused(refused), preview }
}

async function insertAllParts(tx: Executor, uploadNo: number, places: readonly Place[]): Promise<void> {
  const runs: PlaceRows[] = []
  for (const { place_no: placeNo, rows, known_rows: knownRows } of places) {
    if (rows <= ROWS_AT_ONCE) {
      runs.push({ placeNo, rows, knownRows, firstKey: FIRST_KEY, lastKey: LAST_KEY })
      continue
    }
    for (const run of await tx.run(sql.splitPlace, { uploadNo, placeNo, rowsAtOnce: ROWS_AT_ONCE }))
      runs.push({ placeNo, rows: run.rows, knownRows: run.known_rows, firstKey: run.first_key, lastKey: run.last_key })
  }
  const parts = splitIntoParts(runs)
  await tx.run(sql.insertParts, {
    uploadNo,
    ...listsOf(parts, 'placeFrom', 'keyFrom', 'placeTo', 'keyTo'),
    rows: parts.map(({ rows }) => rows),
    knownRows: parts.map(({ knownRows }) => knownRows),
    places: parts.map((part) => JSON.stringify(part.places)),
  })
}
