import { LEAD_TYPE_NAMES, type LeadType, SIZES, TIER_FACTS, type Tier } from '#contract/catalogue/catalogue.ts'
import { addDays, countDays, type Day, type Span, spansBetween, startOfSpan } from '#contract/days.ts'
import * as contract from '#contract/sales/analytics.ts'
import { storeDayOf } from '#contract/store-day.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import {
  addFigures,
  dollarsOf,
  figuresOf,
  NOTHING,
  packageNameOf,
  requirePeriod,
  revenueCentsOf,
  subtractFigures,
  TOGETHER,
} from './figures.ts'
import type { FiguresRow } from './queries.ts'
import * as queries from './queries.ts'

/** Sales of a period, over time and by one dimension, and of as many days before. @throws Refusal `period_invalid` */
export async function readSalesOverview(
  ctx: PlatformContext,
  query: { from: Day; to: Day; by: Span; dimension: contract.SalesDimension },
): Promise<contract.SalesOverview> {
  const { from, to, by, dimension } = query
  requirePeriod(from, to)
  const length = countDays(from, to)
  const { timeZone } = ctx.config
  const today = storeDayOf(ctx.clock.now(), timeZone)
  const isUnfinished = from <= today && today <= to
  const [rows, [late = NOTHING], [first], parts, labelOf] = await Promise.all([
    ctx.database.run(queries.listDays, { dimension: 'all', value: '', from: addDays(from, -length), to }),
    isUnfinished
      ? ctx.database.run(queries.sumRestOfDay, { today, daysBack: length, now: ctx.clock.now(), timeZone })
      : [],
    ctx.database.run(queries.findFirstSale),
    ctx.database.run(queries.listParts, { dimension, from, to, limit: contract.SALES_PARTS_MAX }),
    labelsOf(ctx, dimension),
  ])
  const onDay = new Map<Day, FiguresRow>(rows.map((row) => [row.day, row]))
  // Beside a period that goes on, the day that corresponds to today counts until this time of day, and none after it.
  const cut = addDays(today, -length)
  const sum = (days: readonly Day[]) => addFigures(days.map((day) => onDay.get(day) ?? NOTHING))
  const sumBefore = (days: readonly Day[]) => {
    const earlier = days.map((day) => addDays(day, -length))
    if (!isUnfinished) return figuresOf(sum(earlier))
    const whole = sum(earlier.filter((day) => day <= cut))
    return figuresOf(earlier.includes(cut) ? subtractFigures(whole, late) : whole)
  }
  const days = spansBetween(from, to, 'day')
  return {
    timeZone,
    total: figuresOf(sum(days)),
    before: sumBefore(days),
    isUnfinished,
    salesSince: first?.day ?? null,
    series: [...Map.groupBy(days, (day) => startOfSpan(day, by))].map(([start, span]) => ({
      start,
      ...figuresOf(sum(span)),
      before: sumBefore(span),
    })),
    parts: parts.map((row) => ({ value: row.value, label: labelOf(row.value), ...figuresOf(row) })),
  }
}

async function labelsOf(ctx: PlatformContext, dimension: contract.SalesDimension): Promise<(value: string) => string> {
  switch (dimension) {
    case 'lead_type':
      return (value) => LEAD_TYPE_NAMES[value as LeadType] ?? value
    case 'tier':
      return (value) => TIER_FACTS[value as Tier]?.name ?? value
    case 'channel':
      return (value) => contract.CHANNEL_NAMES[value as contract.SalesChannel] ?? value
    case 'state':
      return (value) => value
    case 'package':
      return (value) => Object.values(packageNameOf(value)).join(', ')
    case 'county': {
      const places = await loadPlaces(ctx)
      return (fips) => {
        const { name, state } = places.countyByFips(fips)
        return `${name}, ${state}`
      }
    }
    case 'rep': {
      const names = await readMemberNames(ctx)
      return (userId) => (userId === '' ? 'Without a rep' : (names.get(userId) ?? userId))
    }
  }
}

const GROWTH_DAYS = 30
const PACKAGES = Object.keys(LEAD_TYPE_NAMES).length * Object.keys(TIER_FACTS).length * SIZES.length

/** Returns the four figures at the top of the analytics, and what each package has earned so far. */
export async function readAnalytics(ctx: PlatformContext): Promise<contract.AdminAnalytics> {
  const today = storeDayOf(ctx.clock.now(), ctx.config.timeZone)
  const between = (from: string, to: string) =>
    ctx.database.run(queries.sumFigures, { dimension: 'all', value: '', from, to })
  const [[ever = NOTHING], [recent = NOTHING], [before = NOTHING], packages] = await Promise.all([
    between(...TOGETHER),
    between(addDays(today, 1 - GROWTH_DAYS), today),
    between(addDays(today, 1 - 2 * GROWTH_DAYS), addDays(today, -GROWTH_DAYS)),
    ctx.database.run(queries.listParts, { dimension: 'package', from: TOGETHER[0], to: TOGETHER[1], limit: PACKAGES }),
  ])
  return {
    totalRevenue: dollarsOf(revenueCentsOf(ever)),
    totalOrders: ever.orders,
    growthRate: growthOf(revenueCentsOf(before), revenueCentsOf(recent)),
    totalLeadsSold: ever.leads,
    packagePerformance: packages.map((row) => ({
      ...packageNameOf(row.value),
      revenue: dollarsOf(revenueCentsOf(row)),
      sales: row.packages,
    })),
  }
}

/** In percent with one decimal; null if nothing was earned before. */
const growthOf = (before: number, recent: number): number | null =>
  before <= 0 ? null : Math.round(((recent - before) / before) * 1000) / 10

const WEEK_DAYS = 7

/** Returns what was paid today so far, and in the same hours a week ago. */
export async function readToday({ clock, config, database }: PlatformContext): Promise<contract.Today> {
  const { timeZone } = config
  const now = clock.now()
  const today = storeDayOf(now, timeZone)
  const soFar = async (daysBack: number): Promise<contract.Today['today']> => {
    const [row] = await database.run(queries.sumDaySoFar, { today, daysBack, now, timeZone })
    return { paid: dollarsOf(Number(row?.paid_cents ?? 0)), orders: row?.orders ?? 0, leads: row?.leads ?? 0 }
  }
  const [sold, weekAgo, [figures = NOTHING]] = await Promise.all([
    soFar(0),
    soFar(WEEK_DAYS),
    database.run(queries.sumFigures, { dimension: 'all', value: '', from: today, to: today }),
  ])
  return { timeZone, today: sold, weekAgo, refunded: dollarsOf(Number(figures.refunded_cents)), now: now.toISOString() }
}
