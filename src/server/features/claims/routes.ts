import * as files from '#contract/claims/claim-files.ts'
import * as rates from '#contract/claims/claim-rates.ts'
import * as endpoints from '#contract/claims/claims.ts'
import * as desk from '#contract/claims/desk-claims.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindCached, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { answerClaims } from './answer-claims.ts'
import { attachClaimFile, lookAtFile } from './attach-file.ts'
import { exportClaimRates, listTierRates, showClaimRates } from './claim-rates.ts'
import { showClaimsToDecide } from './list-claims.ts'
import { makeClaims } from './make-claims.ts'
import { markLead, openLeads, showLeads } from './show-claims.ts'
import { showDeskClaims, showDeskLeads } from './show-desk-claims.ts'

export const claimRoutes = [
  bind(endpoints.listDeliveredLeads, (ctx: WebContext, { params }) => showLeads(ctx, params.token)),
  bind(endpoints.openLeads, (ctx: WebContext, { params }) => openLeads(ctx, params)),
  bind(endpoints.markLead, (ctx: WebContext, { params, body }) => markLead(ctx, params.token, params.leadId, body)),
  bind(endpoints.makeClaims, (ctx: WebContext, { params, body }) => makeClaims(ctx, params.token, body)),
  bind(files.attachClaimFile, (ctx: WebContext, { params, query, body }) =>
    attachClaimFile(ctx, params, { name: query.name, file: body }),
  ),
  bindFile(files.lookAtClaimFile, (ctx: WebContext, { params }) => lookAtFile(ctx, params)),
  bindPage(desk.listDeskClaims, (ctx: WebContext, { query }) => showDeskClaims(ctx, query)),
  bind(desk.listDeskLeads, (ctx: WebContext) => showDeskLeads(ctx)),
  bindPage(endpoints.listClaimsToDecide, (ctx: WebContext, { query }) => showClaimsToDecide(ctx, query)),
  bind(endpoints.answerClaims, (ctx: WebContext, { body }) => answerClaims(ctx, body)),
  bind(rates.listClaimRates, (ctx: WebContext, { query }) => showClaimRates(ctx, query)),
  bindFile(rates.exportClaimRates, (ctx: WebContext) => exportClaimRates(ctx)),
  bindCached(rates.listTierClaimRates, (ctx: WebContext) => listTierRates(ctx)),
]
