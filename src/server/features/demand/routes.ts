import { exportCountyDemand, listCountyDemand } from '#contract/demand.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile } from '#server/platform/http/endpoint.ts'
import { exportDemand, listDemand } from './list-demand.ts'

export const demandRoutes = [
  bind(listCountyDemand, (ctx: WebContext, { query }) => listDemand(ctx, query)),
  bindFile(exportCountyDemand, (ctx: WebContext, { query }) => exportDemand(ctx, query)),
]
