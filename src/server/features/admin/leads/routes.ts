import * as contract from '#contract/admin/lead-screen.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { countLeads, findLeads, listLeads, listShortfalls } from './list-leads.ts'
import { lookAtLead, suppressLead, undoOptOut } from './show-lead.ts'
import { previewBacking, switchBacking } from './switch-backing.ts'

export const leadScreenRoutes = [
  bind(contract.countLeads, (ctx: WebContext, { query }) => countLeads(ctx, query)),
  bindPage(contract.listLeads, (ctx: WebContext, { query }) => listLeads(ctx, query)),
  bind(contract.findLeads, (ctx: WebContext, { body }) => findLeads(ctx, body)),
  bind(contract.lookAtLead, (ctx: WebContext, { params, body }) => lookAtLead(ctx, { ...params, ...body })),
  bind(contract.suppressLead, (ctx: WebContext, { params, body }) => suppressLead(ctx, { ...params, ...body })),
  bind(contract.undoOptOut, (ctx: WebContext, { body }) => undoOptOut(ctx, body)),
  bind(contract.listShortfalls, (ctx: WebContext) => listShortfalls(ctx)),
  bind(contract.previewBacking, (ctx: WebContext, { body }) => previewBacking(ctx, body)),
  bind(contract.switchBacking, (ctx: WebContext, { body }) => switchBacking(ctx, body)),
]
