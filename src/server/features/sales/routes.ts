import * as endpoints from '#contract/sales/analytics.ts'
import { exportCountyDemand, listCountyDemand } from '#contract/sales/demand.ts'
import { getEarnings, getOwnPayReport } from '#contract/sales/earnings.ts'
import type { UserId } from '#contract/values.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { bind, bindFile } from '#server/platform/http/endpoint.ts'
import { exportDemand, listDemand } from './list-demand.ts'
import { mailPayReport } from './mail-pay-report.ts'
import { readEarnings, readMemberAnalytics, readPayReport, readTeamPay } from './read-member-figures.ts'
import { readAnalytics, readSalesOverview, readToday } from './read-sales-overview.ts'

export const salesLedgerRoutes = [
  bind(endpoints.getAdminAnalytics, (ctx: WebContext) => readAnalytics(ctx)),
  bind(endpoints.getToday, (ctx: WebContext) => readToday(ctx)),
  bind(endpoints.getSalesOverview, (ctx: WebContext, { query }) => readSalesOverview(ctx, query)),
  bind(endpoints.getMemberAnalytics, (ctx: WebContext, { params, query }) =>
    readMemberAnalytics(ctx, params.userId, query.period),
  ),
  bind(endpoints.mailPayReport, (ctx: WebContext, { params, body }) => mailPayReport(ctx, params.userId, body)),
  bind(endpoints.getTeamPayReport, (ctx: WebContext, { query }) => readTeamPay(ctx, query)),
  bind(endpoints.getPayReport, (ctx: WebContext, { params, query }) => readPayReport(ctx, params.userId, query)),
  bind(getEarnings, (ctx: WebContext, { query }) => readEarnings(ctx, query)),
  bind(getOwnPayReport, (ctx: WebContext, { query }) => readPayReport(ctx, requireMember(ctx).userId as UserId, query)),
]

export const demandRoutes = [
  bind(listCountyDemand, (ctx: WebContext, { query }) => listDemand(ctx, query)),
  bindFile(exportCountyDemand, (ctx: WebContext, { query }) => exportDemand(ctx, query)),
]
