import * as endpoints from '#contract/proof/proofs.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile } from '#server/platform/http/endpoint.ts'
import { downloadFigureRows, downloadFigures, downloadFiguresProof, showFigures } from './show-figures.ts'
import { downloadProofs, showProofs } from './show-proofs.ts'

export const proofRoutes = [
  bind(endpoints.getProofs, (ctx: WebContext, { params }) => showProofs(ctx, params)),
  bindFile(endpoints.downloadProofs, (ctx: WebContext, { params }) => downloadProofs(ctx, params)),
  bind(endpoints.getFigures, (ctx: WebContext, { query }) => showFigures(ctx, query)),
  bindFile(endpoints.downloadFigures, (ctx: WebContext, { params }) => downloadFigures(ctx, params)),
  bindFile(endpoints.downloadFiguresProof, (ctx: WebContext, { params }) => downloadFiguresProof(ctx, params)),
  bindFile(endpoints.downloadFigureRows, (ctx: WebContext, { params }) => downloadFigureRows(ctx, params)),
]
