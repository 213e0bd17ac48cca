import { SHARES_ONLY } from '#contract/admin/setting-list.ts'
import { startOfSpan } from '#contract/days.ts'
import * as contract from '#contract/proof/proofs.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { utf8 } from '#proof/bytes.ts'
import { checksumOf, writeFiguresEntry } from '#proof/entries.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction, withAdvisoryLock } from '#server/platform/database/database.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { sayInLog } from './record-leads.ts'

/* What is counted. One statement counts each part, so that all its numbers are from the same moment. */

/** The months that are over, from `first` up to `ends`. What is counted in them can no longer change. */
const SPAN = `span as (
     select (this_month - interval '${contract.FIGURE_MONTHS} months') at time zone $timeZone::text as first,
       this_month at time zone $timeZone::text as ends
     from (select date_trunc('month', $now::timestamptz at time zone $timeZone::text) as this_month) today
   )`

const monthOf = (instant: string): string => `to_char(${instant} at time zone $timeZone::text, 'YYYY-MM')`

/** The line of a paid order, with its state. */
const LINE = `join orders o using (order_id)
       join order_lines l on l.order_id = o.order_id and l.revision = o.revision and l.line_number = own.line_number`

/**
 * What became of everything on sale, by state. Each of the four numbers comes from a separate record. `packages`: units
 * placed by movements, available on the package, held and sold by holds; packages without a count, or whose stock
 * follows from leads, are left out. `leads`: places, as the leads count them; held and sold as holds and orders have
 * them.
 */
export const countStock = statement('proof.count_stock')`
  with moved as (
    select package_id, sum(delta) as placed from stock_movements where reason in ('set', 'refund') group by package_id
  ), taken as (
    select package_id, count(*) filter (where state = 'live') as held, count(*) filter (where state = 'sold') as sold
    from holds where took_unit and state in ('live', 'sold') group by package_id
  ), places as (
    select fips, sum(places + held + sold) as placed, sum(places) as available from leads group by fips
  ), held_places as (
    select l.fips, count(*) as held from hold_leads h join leads l using (lead_id) group by l.fips
  ), sold_places as (
    select l.fips, count(*) as sold from order_leads s join leads l using (lead_id)
    where s.returned_at is null group by l.fips
  ), counted as (
    select fips, 'packages' as kind, moved.placed, p.available, taken.held, taken.sold
    from packages p left join moved using (package_id) left join taken using (package_id)
    where p.lead_units is null and not p.is_unlimited
    union all
    select fips, 'leads', p.placed, p.available, held_places.held, sold_places.sold
    from places p left join held_places using (fips) left join sold_places using (fips)
  )
  select c.state, kind, coalesce(sum(placed), 0)::float8 as placed, coalesce(sum(available), 0)::float8 as available,
    coalesce(sum(held), 0)::float8 as held, coalesce(sum(sold), 0)::float8 as sold
  from counted join counties c using (fips) group by c.state, kind
  having sum(placed) <> 0 or sum(available) <> 0 or sum(held) <> 0 or sum(sold) <> 0
  order by c.state collate "C", kind desc`

/**
 * Packages by the month in which they were due, and the credits of that month for late ones. Sent first, or handed over
 * by a person, decides; a package whose money went back before it was due was never late.
 */
export const countDeliveries = statement('proof.count_deliveries')`
  with ${SPAN}, counted as (
    select ${monthOf('own.due_at')} as month, l.state, 1 as due,
      (coalesce(least(own.sent_at, own.delivered_at) <= own.due_at, false))::int as in_time, 0 as credits, 0 as cents
    from deliveries own cross join span ${LINE}
    where own.due_at >= span.first and own.due_at < span.ends
      and (own.cancelled_at is null or own.cancelled_at > own.due_at or own.sent_at is not null or own.delivered_at is not null)
    union all
    select ${monthOf('own.made_at')}, l.state, 0, 0, 1, own.cents
    from credit_entries own cross join span ${LINE}
    where own.reason = 'late' and own.made_at >= span.first and own.made_at < span.ends
  )
  select month, state, sum(due)::float8 as due, sum(in_time)::float8 as in_time, sum(credits)::float8 as credits,
    sum(cents)::float8 as credit_cents
  from counted group by month, state order by month desc, state collate "C"`

/** Claims by the month in which they were answered: granted or denied. */
export const countClaims = statement('proof.count_claims')`
  with ${SPAN}
  select ${monthOf('answered_at')} as month, reason, count(*)::float8 as answered,
    (count(*) filter (where state = 'granted'))::float8 as granted
  from claims cross join span where answered_at >= span.first and answered_at < span.ends
  group by 1, reason order by 1 desc, reason`

/** Owners' requests by the month in which their leads were taken out, and how long that took. */
export const countOptOuts = statement('proof.count_opt_outs')`
  with ${SPAN}, counted as (
    select ${monthOf('withdrawn_at')} as month, extract(epoch from withdrawn_at - suppressed_at)::float8 as seconds
    from suppressions cross join span where withdrawn_at >= span.first and withdrawn_at < span.ends
  )
  select month, count(*)::float8 as honored, percentile_cont(0.5) within group (order by seconds) as median_seconds,
    percentile_cont(0.95) within group (order by seconds) as percentile_95_seconds
  from counted group by month order by month desc`

/* What is shown of it: small numbers are hidden, and those that would give them away. Pure. */

type StockCounts = RowOf<typeof countStock>

const HOUR_SECONDS = 3_600
/** Where no counts are shown, shares are rounded to this: a finer share would tell how large the whole is. */
const COARSE_PERCENT = 5

export const isSmall = (count: number): boolean => count > 0 && count < contract.HIDDEN_BELOW

const unlessSmall = (count: number): number | null => (isSmall(count) ? null : count)

/**
 * Hides small parts of a total that is shown, and the smallest others with them until at least two are hidden that add
 * up to enough: otherwise subtraction would reveal them. All are hidden if the total is small.
 */
export function hideParts<Name extends string>(parts: Readonly<Record<Name, number>>): Record<Name, number | null> {
  const names = (Object.keys(parts) as Name[]).toSorted((one, other) => parts[one] - parts[other])
  const total = names.reduce((sum, name) => sum + parts[name], 0)
  const hidden = new Set(isSmall(total) ? names : names.filter((name) => isSmall(parts[name])))
  const isEnough = () => {
    const sum = [...hidden].reduce((added, name) => added + parts[name], 0)
    return hidden.size === 0 || (hidden.size >= 2 && sum >= contract.HIDDEN_BELOW)
  }
  for (const name of names) {
    if (isEnough()) break
    if (parts[name] > 0) hidden.add(name)
  }
  const shown = names.map((name) => [name, hidden.has(name) ? null : parts[name]] as const)
  return Object.fromEntries(shown) as Record<Name, number | null>
}

/** A part in whole percent, rounded down; a range if the part or the rest is small. Null if the total is small or 0. */
export function shareOf(part: number, total: number, hasCounts: boolean): contract.Share {
  if (total === 0 || isSmall(total)) return null
  const step = hasCounts ? 1 : COARSE_PERCENT
  const most = contract.HIDDEN_BELOW - 1
  if (isSmall(total - part)) return { from: Math.floor((100 * (total - most)) / total / step) * step, to: 99 }
  if (isSmall(part)) return { from: 0, to: Math.min(99, Math.ceil((100 * most) / total / step) * step) }
  const percent = Math.floor((100 * part) / total)
  return { from: percent, to: percent }
}

type Shown = { day: string; hasCounts: boolean }

const ONLY_SHARES = { placed: null, available: null, held: null, sold: null } as const

/**
 * Hides what would give away how few were sold. The shop shows what is available, so what was placed would reveal what
 * is held and sold. It is hidden where nothing was sold as well, because it rarely changes and would tell the next day.
 */
function hideStock({ placed, available, held, sold }: StockCounts) {
  if (sold < contract.HIDDEN_BELOW) return { placed: null, available, held: null, sold: null }
  const areBothHidden = isSmall(held)
  return { placed, available, held: areBothHidden ? null : held, sold: areBothHidden ? null : sold }
}

/** Shows a state's stock as of the day, with shares in whole percent. */
export function showStock(counts: StockCounts, { day, hasCounts }: Shown): contract.StockRow {
  const { state, placed } = counts
  const shown = hideStock(counts)
  const percentOf = (part: number | null) =>
    part === null || shown.placed === null ? null : Math.round((100 * part) / placed)
  return {
    month: day.slice(0, 7),
    day,
    state,
    kind: counts.kind === 'leads' ? 'leads' : 'packages',
    ...(hasCounts ? shown : ONLY_SHARES),
    availablePercent: percentOf(shown.available),
    heldPercent: percentOf(shown.held),
    soldPercent: percentOf(shown.sold),
    addsUp: placed === counts.available + counts.held + counts.sold,
  }
}

/** Rows of months from `firstMonth` on as they were shown last; without counts if those are no longer shown. */
export function carryOver(
  earlier: readonly contract.StockRow[],
  { day, firstMonth, hasCounts }: Shown & { firstMonth: string },
): contract.StockRow[] {
  return earlier
    .filter(({ month }) => month >= firstMonth && month < day.slice(0, 7))
    .map((row) => (hasCounts ? row : { ...row, ...ONLY_SHARES }))
}

/** Shows what was due in a month in a state, and the credits given in it; cents. */
export function showDeliveries(counts: RowOf<typeof countDeliveries>, { hasCounts }: Shown): contract.DeliveryRow {
  const { month, state, due, in_time: inTime } = counts
  const parts = hideParts({ inTime, late: due - inTime })
  const areCreditsShown = hasCounts && !isSmall(counts.credits)
  return {
    month,
    state,
    due: hasCounts ? unlessSmall(due) : null,
    inTime: hasCounts ? parts.inTime : null,
    late: hasCounts ? parts.late : null,
    inTimePercent: shareOf(inTime, due, hasCounts),
    credits: areCreditsShown ? counts.credits : null,
    creditCents: areCreditsShown ? counts.credit_cents : null,
  }
}

/** Shows what was answered in a month to claims with one reason. */
export function showClaims(counts: RowOf<typeof countClaims>, { hasCounts }: Shown): contract.ClaimRow {
  const { month, answered, granted } = counts
  const parts = hideParts({ granted, denied: answered - granted })
  return {
    month,
    reason: counts.reason,
    answered: hasCounts ? unlessSmall(answered) : null,
    granted: hasCounts ? parts.granted : null,
    denied: hasCounts ? parts.denied : null,
    grantedPercent: shareOf(granted, answered, hasCounts),
  }
}

/** Shows how many owners' requests were honored in a month and how fast, in whole hours, rounded up. */
export function showOptOuts(counts: RowOf<typeof countOptOuts>, { hasCounts }: Shown): contract.OptOutRow {
  const hoursOf = (seconds: number) => (isSmall(counts.honored) ? null : Math.ceil(seconds / HOUR_SECONDS))
  return {
    month: counts.month,
    honored: hasCounts ? unlessSmall(counts.honored) : null,
    medianHours: hoursOf(counts.median_seconds),
    percentile95Hours: hoursOf(counts.percentile_95_seconds),
  }
}

/* What is kept. */

/** The kind of the statement about a day, before the day. */
export const SAID = 'figures '

/** Writes a day's figures, unless it has some. Returns its row if it was written now. */
export const writeFigures = statement('proof.write_figures')`
  insert into public_figures (day, figures, checksum, made_at) values ($day, $figures, $checksum, $now)
  on conflict (day) do nothing returning day`

/** The figures of a day; of the latest day for null. */
export const findFigures = statement('proof.find_figures')`
  select day, figures, checksum from public_figures
  where day = coalesce($day?::text, (select max(day) from public_figures))`

/** Only one node counts, because that reads whole ledgers. */
const LOCK = [0x747275, 1] as const

/** Such as `2026-11`. */
function monthBefore(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return startOfSpan(new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10), 'month').slice(0, 7)
}

async function compute(ctx: PlatformContext, day: string, previous: contract.Figures | null) {
  const now = ctx.clock.now()
  const { timeZone } = ctx.config
  const hasCounts = ctx.config.publicFigures !== SHARES_ONLY
  const shown = { day, hasCounts, firstMonth: monthBefore(day, contract.FIGURE_MONTHS) }
  const moment = { now, timeZone }
  const stock = await ctx.database.run(countStock)
  const deliveries = await ctx.database.run(countDeliveries, moment)
  const claims = await ctx.database.run(countClaims, moment)
  const optOuts = await ctx.database.run(countOptOuts, moment)
  return {
    version: 1,
    day,
    madeAt: now.toISOString(),
    timeZone,
    hasCounts,
    hiddenBelow: contract.HIDDEN_BELOW,
    stock: [...stock.map((counts) => showStock(counts, shown)), ...carryOver(previous?.stock ?? [], shown)],
    deliveries: deliveries.map((counts) => showDeliveries(counts, shown)),
    claims: claims.map((counts) => showClaims(counts, shown)),
    optOuts: optOuts.map((counts) => showOptOuts(counts, shown)),
  }
}

/** Makes the figures of the store's current day with their statement for the log, once, if there are any. */
export async function makeFigures(ctx: PlatformContext): Promise<void> {
  const day = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const [latest] = await ctx.database.run(findFigures, { day: null })
  // The day is not later: the time zone was changed, or this ran before.
  if (latest && latest.day >= day) return
  await withAdvisoryLock(ctx.database, LOCK, async () => {
    const figures = await compute(ctx, day, latest ? (JSON.parse(latest.figures) as contract.Figures) : null)
    const { stock, deliveries, claims, optOuts } = figures
    if ([stock, deliveries, claims, optOuts].every(({ length }) => length === 0)) return
    const text = `${JSON.stringify(figures)}\n`
    const checksum = checksumOf(utf8(text))
    await inTransaction(ctx, async (tx) => {
      const [written] = await tx.run(writeFigures, { day, figures: text, checksum, now: ctx.clock.now() })
      // Another node was faster and made the statement.
      if (written) await sayInLog(ctx, tx, { kind: `${SAID}${day}`, text: writeFiguresEntry({ day, checksum }) })
    })
  })
}
