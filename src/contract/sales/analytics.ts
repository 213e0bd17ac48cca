/**
 * Sales figures. Revenue is what was paid after offers minus refunds, each on its own day in the store's time zone;
 * money is dollars. Orders and packages count on the day of the sale; returned units are subtracted.
 */
import * as z from 'zod/mini'
import { Day } from '#contract/days.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { AttemptId, Instant, UserId } from '#contract/values.ts'

/** How a sale came in: from a buyer alone, a payment link, or a member's own cart. */
export const SALES_CHANNELS = ['storefront', 'link', 'team'] as const
export type SalesChannel = (typeof SALES_CHANNELS)[number]

/** The dimensions of sales. `package` is lead type, tier and size: `vacant-vip-20`. */
export const SALES_DIMENSIONS = ['lead_type', 'tier', 'state', 'county', 'rep', 'channel', 'package'] as const
export const SalesDimension = z.enum(SALES_DIMENSIONS)
export type SalesDimension = z.infer<typeof SalesDimension>

export const CHANNEL_NAMES: Readonly<Record<SalesChannel, string>> = {
  storefront: 'Storefront',
  link: 'Payment link',
  team: 'Team member’s cart',
}

export const DIMENSION_NAMES: Readonly<Record<SalesDimension, string>> = {
  lead_type: 'Lead type',
  tier: 'Tier',
  state: 'State',
  county: 'County',
  rep: 'Sales rep',
  channel: 'Channel',
  package: 'Package',
}

export const AdminAnalytics = z.object({
  totalRevenue: z.number(),
  totalOrders: z.number(),
  /** The last 30 days compared with the 30 before, in percent with one decimal; null if there is nothing to compare. */
  growthRate: z.nullable(z.number()),
  /** For packages that stay sold: their size plus bonus leads. All counts of leads in analytics are made this way. */
  totalLeadsSold: z.number(),
  packagePerformance: z.array(
    z.object({ package: z.string(), type: z.string(), revenue: z.number(), sales: z.number() }),
  ),
})
export type AdminAnalytics = z.infer<typeof AdminAnalytics>

export const getAdminAnalytics = defineEndpoint('admin', 'GET', '/api/admin/analytics', {
  key: 'read',
  summary: 'Revenue, orders, growth and leads sold, and what each package brought.',
  reply: AdminAnalytics,
})

export const SalesFigures = z.object({
  revenue: z.number(),
  refunded: z.number(),
  orders: z.number(),
  packages: z.number(),
  leads: z.number(),
})
export type SalesFigures = z.infer<typeof SalesFigures>

export const SALES_PARTS_MAX = 100

export const SalesOverview = z.object({
  timeZone: z.string(),
  total: SalesFigures,
  /** As many days right before; of an unfinished period, only what was sold until this time of day on the last. */
  before: SalesFigures,
  isUnfinished: z.boolean(),
  /** The day of the store’s first sale; earlier days are no comparison. Null until something is sold. */
  salesSince: z.nullable(Day),
  /**
   * One entry per day, week (from Monday) or month of the period, even without sales. Its `before`: the same days, moved
   * to the period before; together they are the `before` above.
   */
  series: z.array(z.extend(SalesFigures, { start: Day, before: SalesFigures })),
  /** By the requested dimension, highest revenue first, at most `SALES_PARTS_MAX`. */
  parts: z.array(z.extend(SalesFigures, { value: z.string(), label: z.string() })),
})
export type SalesOverview = z.infer<typeof SalesOverview>

export const getSalesOverview = defineEndpoint('admin', 'GET', '/api/admin/sales-overview', {
  key: 'read',
  summary: 'Sales between two days, both included: over time, by one dimension, and the period before.',
  query: z.object({
    from: Day,
    to: Day,
    by: z._default(z.enum(['day', 'week', 'month']), 'day'),
    dimension: z._default(SalesDimension, 'lead_type'),
  }),
  reply: SalesOverview,
  refusals: ['period_invalid'],
})

const memberParams = z.object({ userId: UserId })

export const MemberAnalytics = z.object({
  period: z.enum(['30days', 'lifetime']),
  totalRevenue: z.number(),
  totalOrders: z.number(),
  packagesSold: z.number(),
  averageOrderValue: z.number(),
  /** Days without sales or refunds are left out. */
  dailyData: z.array(z.extend(SalesFigures, { date: Day })),
  /** The 30 days before; empty for `lifetime`. */
  dailyDataBefore: z.array(z.extend(SalesFigures, { date: Day })),
})
export type MemberAnalytics = z.infer<typeof MemberAnalytics>

export const getMemberAnalytics = defineEndpoint('admin', 'GET', '/api/admin/users/:userId/analytics', {
  key: 'read',
  summary: 'What a member sold in the last 30 days or ever, day by day.',
  params: memberParams,
  query: z.object({ period: z._default(z.enum(['30days', 'lifetime']), '30days') }),
  reply: MemberAnalytics,
  refusals: ['not_found'],
})

export const PayReport = z.object({
  timeZone: z.string(),
  startDate: Day,
  endDate: Day,
  /** One row per sold package, and one with a negative value per refund. */
  packagesSold: z.array(
    z.object({
      customerName: z.string(),
      packageType: z.string(),
      saleDate: Day,
      payValue: z.number(),
      orderReference: z.string(),
      /** `Travis County, Texas`. */
      place: z.string(),
      /** Dollars paid for the package after offers; negative for a refund. */
      amount: z.number(),
      /** The commission's rate in percent, as agreed when the sale was made. */
      rate: z.number(),
      kind: z.enum(['sale', 'refund']),
      isDisputed: z.boolean(),
    }),
  ),
  totalPackages: z.number(),
  totalPay: z.number(),
})
export type PayReport = z.infer<typeof PayReport>

export const getPayReport = defineEndpoint('admin', 'GET', '/api/admin/users/:userId/pay-report', {
  key: 'read',
  summary: 'A member’s commissions between two days, both included, in the store’s time zone.',
  params: memberParams,
  query: z.object({ startDate: Day, endDate: Day }),
  reply: PayReport,
  refusals: ['period_invalid', 'not_found'],
})

export const TeamPayReport = z.object({
  /** Who sold something, or had it refunded, the highest commission first; dollars. */
  reps: z.array(
    z.object({
      userId: UserId,
      username: z.string(),
      orders: z.int(),
      paid: z.number(),
      refunded: z.number(),
      commission: z.number(),
    }),
  ),
})
export type TeamPayReport = z.infer<typeof TeamPayReport>

export const getTeamPayReport = defineEndpoint('admin', 'GET', '/api/admin/pay-report', {
  key: 'read',
  summary: 'Each member’s orders, revenue, refunds and commission between two days, both included.',
  query: z.object({ startDate: Day, endDate: Day }),
  reply: TeamPayReport,
  refusals: ['period_invalid'],
})

/** The state of an emailed report: `sent` once a mail server took it. */
export const ReportMail = z.object({
  messageId: z.string(),
  to: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
})
export type ReportMail = z.infer<typeof ReportMail>

export const mailPayReport = defineEndpoint('admin', 'POST', '/api/admin/users/:userId/pay-report/mails', {
  key: 'write',
  summary: 'Mails a pay report as a CSV file to the member’s own address.',
  params: memberParams,
  body: z.object({ startDate: Day, endDate: Day, attemptId: AttemptId }),
  reply: ReportMail,
  refusals: ['not_found', 'period_invalid'],
})

const DayFigures = z.object({ paid: z.number(), orders: z.int(), leads: z.int() })

export const Today = z.object({
  timeZone: z.string(),
  today: DayFigures,
  weekAgo: DayFigures,
  /** Dollars refunded today, of any order. */
  refunded: z.number(),
  now: Instant,
})
export type Today = z.infer<typeof Today>

export const getToday = defineEndpoint('admin', 'GET', '/api/admin/today', {
  key: 'read',
  summary: 'What was paid today so far, next to the same hours a week ago.',
  reply: Today,
})
