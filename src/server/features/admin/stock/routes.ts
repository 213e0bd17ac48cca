import * as lists from '#contract/admin/stock-lists.ts'
import * as contract from '#contract/admin/stock-screen.ts'
import { listReleasedHolds } from '#server/features/stock/release-hold.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindPage } from '#server/platform/http/endpoint.ts'
import { changeStock, previewStock } from './change-stock.ts'
import { findFallen, listBackedPools, listLowStock } from './list-low-stock.ts'
import { listPackageHolds, listStockMovements, readPackageStock } from './read-package-stock.ts'
import { type EndPayment, releaseStuckHold } from './release-stuck-hold.ts'

/** @param endPayment from a feature that knows payments, see `EndPayment` */
export const stockScreenRoutes = (endPayment: EndPayment) => [
  bind(contract.previewStock, (ctx: WebContext, { body }) => previewStock(ctx, body)),
  bind(contract.changeStock, (ctx: WebContext, { body }) => changeStock(ctx, body)),
  bind(contract.readPackageStock, (ctx: WebContext, { params }) => readPackageStock(ctx, params.packageId)),
  bindPage(contract.listStockMovements, (ctx: WebContext, { params, query }) =>
    listStockMovements(ctx, params.packageId, query),
  ),
  bindPage(contract.listPackageHolds, (ctx: WebContext, { params, query }) =>
    listPackageHolds(ctx, params.packageId, query),
  ),
  bind(contract.releaseStuckHold, (ctx: WebContext, { params, body }) =>
    releaseStuckHold(ctx, { holdId: params.holdId, reason: body.reason, endPayment }),
  ),
  bind(lists.listBackedPools, (ctx: WebContext, { params }) => listBackedPools(ctx, params)),
  bind(lists.listFallenStock, async (ctx: WebContext) => (await findFallen(ctx, lists.FALLEN_SHOWN_MAX)).rows),
  bindPage(lists.listLowStock, (ctx: WebContext, { query }) => listLowStock(ctx, query)),
  bind(contract.listReleasedHolds, (ctx: WebContext) => listReleasedHolds(ctx, ctx.ownerId)),
]
