import * as figures from '#contract/proof/figures.ts'
import * as proofs from '#contract/proof/proofs.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile } from '#server/platform/http/endpoint.ts'
import { downloadFigureRows, downloadFigures, downloadFiguresProof, showFigures } from './show-figures.ts'
import { downloadProofs, showProofs } from './show-proofs.ts'

export const proofRoutes = [
  bind(proofs.getProofs, (ctx: WebContext, { params }) => showProofs(ctx, params)),
  bindFile(proofs.downloadProofs, (ctx: WebContext, { params }) => downloadProofs(ctx, params)),
  bind(figures.getFigures, (ctx: WebContext, { query }) => showFigures(ctx, query)),
  bindFile(figures.downloadFigures, (ctx: WebContext, { params }) => downloadFigures(ctx, params)),
  bindFile(figures.downloadFiguresProof, (ctx: WebContext, { params }) => downloadFiguresProof(ctx, params)),
  bindFile(figures.downloadFigureRows, (ctx: WebContext, { params }) => downloadFigureRows(ctx, params)),
]
