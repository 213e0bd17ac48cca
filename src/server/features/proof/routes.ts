import * as endpoints from '#contract/proof/proofs.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile } from '#server/platform/http/endpoint.ts'
import { downloadProofs, showProofs } from './show-proofs.ts'

export const proofRoutes = [
  bind(endpoints.getProofs, (ctx: WebContext, { params }) => showProofs(ctx, params)),
  bindFile(endpoints.downloadProofs, (ctx: WebContext, { params }) => downloadProofs(ctx, params)),
]
