import * as contract from '#contract/admin/stock-files.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { applyImport } from './apply-stock-import.ts'
import { checkAgain } from './check-stock-import.ts'
import { exportStock } from './export-stock.ts'
import { receiveStockFile } from './receive-stock-file.ts'
import { createImport, getImport, listStockImports, writeRefusedRows } from './show-stock-import.ts'

export const stockFileRoutes = [
  bindFile(contract.exportStock, (ctx: WebContext, { query }) => exportStock(ctx, query.state)),
  bindPage(contract.listStockImports, (ctx: WebContext, { query }) => listStockImports(ctx, query)),
  bind(contract.createStockImport, (ctx: WebContext, { body }) => createImport(ctx, body)),
  bind(contract.getStockImport, (ctx: WebContext, { params }) => getImport(ctx, params.importId)),
  bind(contract.sendStockFile, (ctx: WebContext, { params, body }) => receiveStockFile(ctx, params.importId, body)),
  bind(contract.checkStockImport, (ctx: WebContext, { params }) => checkAgain(ctx, params.importId)),
  bind(contract.applyStockImport, (ctx: WebContext, { params }) => applyImport(ctx, params.importId)),
  bindFile(contract.downloadRefusedRows, (ctx: WebContext, { params }) => writeRefusedRows(ctx, params.importId)),
]
