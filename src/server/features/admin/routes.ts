import { getAttention } from '#contract/admin/attention.ts'
import * as connections from '#contract/admin/connections.ts'
import * as jobs from '#contract/admin/job-screen.ts'
import * as leads from '#contract/admin/lead-screen.ts'
import * as messages from '#contract/admin/messages.ts'
import { getHealth, getReadiness, getStoreConfig } from '#contract/admin/operations.ts'
import * as exports from '#contract/admin/order-export.ts'
import * as orders from '#contract/admin/order-screen.ts'
import * as areas from '#contract/admin/price-areas.ts'
import * as prices from '#contract/admin/pricing.ts'
import * as refunds from '#contract/admin/refund-screen.ts'
import * as settings from '#contract/admin/settings.ts'
import { confirmSetupStep, getSetup } from '#contract/admin/setup.ts'
import * as stockFiles from '#contract/admin/stock-files.ts'
import * as stockLists from '#contract/admin/stock-lists.ts'
import * as stock from '#contract/admin/stock-screen.ts'
import * as team from '#contract/admin/team.ts'
import * as credits from '#contract/credit/credits.ts'
import * as imports from '#contract/imports/imports.ts'
import { dollarTextFromCents, toCents } from '#contract/money.ts'
import { orderStatusOf } from '#contract/orders/order-states.ts'
import * as disputes from '#contract/payments/disputes.ts'
import { openFile, receivePart } from '#server/features/imports/receive-file.ts'
import { getImport, type ImportScope, listImports, writeRefusedRows } from '#server/features/imports/show-import.ts'
import { startApplying, startCheck, startUndoing } from '#server/features/imports/start-import.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { refundOrder } from '#server/features/payments/refund-order.ts'
import { retryRefund, settleRefund } from '#server/features/payments/stuck-refunds.ts'
import { refundUnknownPayment, settleUnknownPayment } from '#server/features/payments/unknown-payments.ts'
import { listReleasedHolds } from '#server/features/stock/release-hold.ts'
import type { Context, WebContext } from '#server/gateways/context.ts'
import { bind, bindFile, bindPage } from '#server/platform/http/endpoint.ts'
import { adminImports, createAdminImport } from './admin-imports.ts'
import { readAttention } from './attention/read-attention.ts'
import { giveUpJob, type JobSummaries, listFailingJobs, retryJob } from './jobs/retry-jobs.ts'
import { listLeadSources, previewLeads } from './lead-files/lead-imports.ts'
import { countLeads, findLeads, listLeads } from './leads/list-leads.ts'
import { lookAtLead, suppressLead, undoOptOut } from './leads/show-lead.ts'
import { previewBacking, switchBacking } from './leads/switch-backing.ts'
import { listMessages } from './messages/list-messages.ts'
import { dismissMessage, resendMessage, sendHeldMessages } from './messages/resend-message.ts'
import { checkReadiness } from './operations/check-readiness.ts'
import { readStoreConfig } from './operations/store-config.ts'
import { changeBuyerCredit, showBuyerCredit } from './orders/change-buyer-credit.ts'
import { listDisputes, saveEvidence, showDispute, submitEvidence } from './orders/disputes.ts'
import { countOrders, listOrders } from './orders/list-orders.ts'
import { exportOrders } from './orders/order-file.ts'
import { showAdminOrder } from './orders/show-order.ts'
import * as changes from './pricing/change-prices.ts'
import { listAreaPrices, listPriceAreas, listPriceChanges } from './pricing/show-change.ts'
import { countRefunds, exportRefunds, listRefunds } from './refunds/list-refunds.ts'
import { keepConnection, listConnections, removeConnection, tryConnection } from './settings/connections.ts'
import type { Settings } from './settings/keep-settings.ts'
import { listSettings, saveSettings } from './settings/save-settings.ts'
import { confirmStep, readSetup } from './setup/read-setup.ts'
import { changeStock, previewStock, undoStockChange } from './stock/change-stock.ts'
import { findFallen, listBackedPools, listLowStock } from './stock/list-low-stock.ts'
import * as packages from './stock/read-package-stock.ts'
import { exportStock } from './stock-files/export-stock.ts'
import { createMember, listMembers } from './team/create-member.ts'
import * as members from './team/update-member.ts'

export const attentionRoutes = [
  bind(getAttention, async (ctx: WebContext) => ({
    parts: await readAttention(ctx),
    now: ctx.clock.now().toISOString(),
  })),
]

/** @param summaries of all jobs of the store */
export const jobScreenRoutes = (summaries: JobSummaries) => [
  bindPage(jobs.listFailingJobs, (ctx: WebContext, { query }) => listFailingJobs(ctx, query, summaries)),
  bind(jobs.retryJob, (ctx: WebContext, { params }) => retryJob(ctx, params.jobId, summaries)),
  bind(jobs.giveUpJob, (ctx: WebContext, { params, body }) => giveUpJob(ctx, params.jobId, body.reason)),
]

type ImportStep<Reply> = (ctx: WebContext, scope: ImportScope, importId: string) => Promise<Reply>

const onImport =
  <Reply>(step: ImportStep<Reply>) =>
  async (ctx: WebContext, { params }: { params: { importId: string } }) =>
    step(ctx, await adminImports(ctx), params.importId)

export const importRoutes = [
  bindPage(imports.listImports, async (ctx: WebContext, { query }) => listImports(ctx, await adminImports(ctx), query)),
  bind(imports.createImport, (ctx: WebContext, { body }) => createAdminImport(ctx, body)),
  bind(imports.getImport, onImport(getImport)),
  bind(imports.sendImportPart, async (ctx: WebContext, { params, body }) =>
    receivePart(ctx, await adminImports(ctx), params, body),
  ),
  bind(imports.openImport, onImport(openFile)),
  bind(imports.checkImport, async (ctx: WebContext, { params, body }) =>
    startCheck(ctx, await adminImports(ctx), params.importId, body.mapping),
  ),
  bind(imports.applyImport, onImport(startApplying)),
  bind(imports.undoImport, onImport(startUndoing)),
  bindFile(imports.downloadRefusedRows, onImport(writeRefusedRows)),
  bind(imports.listLeadSources, (ctx: WebContext) => listLeadSources(ctx)),
  bind(imports.previewLeadImport, onImport(previewLeads)),
]

export const leadScreenRoutes = [
  bind(leads.countLeads, (ctx: WebContext, { query }) => countLeads(ctx, query)),
  bindPage(leads.listLeads, (ctx: WebContext, { query }) => listLeads(ctx, query)),
  bind(leads.findLeads, (ctx: WebContext, { body }) => findLeads(ctx, body)),
  bind(leads.lookAtLead, (ctx: WebContext, { params, body }) => lookAtLead(ctx, { ...params, ...body })),
  bind(leads.suppressLead, (ctx: WebContext, { params, body }) => suppressLead(ctx, { ...params, ...body })),
  bind(leads.undoOptOut, (ctx: WebContext, { body }) => undoOptOut(ctx, body)),
  bind(leads.previewBacking, (ctx: WebContext, { body }) => previewBacking(ctx, body)),
  bind(leads.switchBacking, (ctx: WebContext, { body }) => switchBacking(ctx, body)),
]

export const messageLogRoutes = [
  bindPage(messages.listMessages, (ctx: WebContext, { query }) => listMessages(ctx, query)),
  bind(messages.resendMessage, (ctx: WebContext, { params, body }) =>
    resendMessage(ctx, params.messageId, body.attemptId),
  ),
  bind(messages.dismissMessage, (ctx: WebContext, { params }) => dismissMessage(ctx, params.messageId)),
  bind(messages.sendHeldMessages, async (ctx: WebContext) => ({ sent: await sendHeldMessages(ctx) })),
]

/**
 * @param isStarted whether `main.ts` has finished everything that precedes the first visitor
 * @param ownContext of the store itself: readiness must not wait for connections that visitors use
 */
export const operationsRoutes = (isStarted: () => boolean, ownContext: () => Context) => [
  bind(getStoreConfig, (ctx: WebContext) => readStoreConfig(ctx)),
  bind(getHealth, () => ({ status: 'alive' as const })),
  bind(getReadiness, () => checkReadiness(ownContext(), isStarted())),
]

export const orderScreenRoutes = [
  bindPage(orders.listOrders, (ctx: WebContext, { query }) => listOrders(ctx, query)),
  bind(exports.countOrders, (ctx: WebContext, { query }) => countOrders(ctx, query)),
  bindFile(exports.exportOrders, (ctx: WebContext, { query }) => exportOrders(ctx, query)),
  bind(orders.getAdminOrder, (ctx: WebContext, { params }) => showAdminOrder(ctx, params.orderId)),
  bind(orders.refundOrder, async (ctx: WebContext, { params, body }) => {
    const { refundId, amountCents, creditCents, isByHand, order } = await refundOrder(ctx, params.orderId, body)
    return {
      refundId,
      amount: dollarTextFromCents(amountCents),
      refundedTotal: dollarTextFromCents(toCents(order.refunded_cents)),
      credit: dollarTextFromCents(creditCents),
      status: orderStatusOf(order.state),
      isByHand,
    }
  }),
  bindPage(disputes.listDisputes, (ctx: WebContext, { query }) => listDisputes(ctx, query)),
  bind(disputes.getDispute, (ctx: WebContext, { params }) => showDispute(ctx, params.disputeId)),
  bind(disputes.saveEvidence, (ctx: WebContext, { params, body }) => saveEvidence(ctx, params.disputeId, body)),
  bind(disputes.submitEvidence, (ctx: WebContext, { params, body }) =>
    submitEvidence(ctx, params.disputeId, body.version),
  ),
  bind(credits.getBuyerCredit, (ctx: WebContext, { params }) => showBuyerCredit(ctx, params.orderId)),
  bind(credits.changeCredit, (ctx: WebContext, { params, body }) => changeBuyerCredit(ctx, params.orderId, body)),
]

export const pricingRoutes = [
  bind(prices.changePrice, (ctx: WebContext, { body }) => changes.changePrice(ctx, body)),
  bind(prices.previewPrices, (ctx: WebContext, { body }) => changes.previewPrices(ctx, body)),
  bind(prices.changePrices, (ctx: WebContext, { body }) => changes.changePrices(ctx, body)),
  bindPage(prices.listPriceChanges, (ctx: WebContext, { query }) => listPriceChanges(ctx, query)),
  bind(areas.listPriceAreas, (ctx: WebContext) => listPriceAreas(ctx)),
  bind(areas.listAreaPrices, (ctx: WebContext, { query }) => listAreaPrices(ctx, query)),
  bind(prices.undoPriceChange, (ctx: WebContext, { params }) => changes.undoPriceChange(ctx, params.changeId)),
  bind(prices.cancelPriceChange, (ctx: WebContext, { params }) => changes.cancelPriceChange(ctx, params.changeId)),
]

export const refundScreenRoutes = [
  bindPage(refunds.listRefunds, (ctx: WebContext, { query }) => listRefunds(ctx, query)),
  bind(refunds.countRefunds, (ctx: WebContext, { query }) => countRefunds(ctx, query)),
  bindFile(refunds.exportRefunds, (ctx: WebContext, { query }) => exportRefunds(ctx, query)),
  bind(jobs.retryRefund, (ctx: WebContext, { params }) => retryRefund(ctx, params.refundId)),
  bind(jobs.refundUnknownPayment, async (ctx: WebContext, { params }) => {
    await refundUnknownPayment(ctx, params.paymentId)
    return { message: 'The money is on its way back.' }
  }),
  bind(jobs.settleUnknownPayment, async (ctx: WebContext, { params }) => {
    await settleUnknownPayment(ctx, params.paymentId)
    return { message: 'Noted: the payment is settled.' }
  }),
  bind(jobs.settleRefund, async (ctx: WebContext, { params, body }) => {
    await settleRefund(ctx, params.refundId, body.reference)
    return { message: 'Noted: the refund was made by hand.' }
  }),
]

/** @param kept settings of this node */
export const settingsRoutes = (auth: Auth, kept: Settings) => [
  bind(settings.listSettings, (ctx: WebContext) => listSettings(ctx, kept)),
  bind(settings.saveSettings, (ctx: WebContext, { body }) => saveSettings(ctx, auth, kept, body)),
  bind(connections.listConnections, (ctx: WebContext) => listConnections(ctx, kept)),
  bind(connections.tryConnection, (ctx: WebContext, asked) => tryConnection(ctx, auth, kept, asked)),
  bind(connections.keepConnection, (ctx: WebContext, asked) => keepConnection(ctx, auth, kept, asked)),
  bind(connections.removeConnection, (ctx: WebContext, asked) => removeConnection(ctx, auth, kept, asked)),
]

export const setupRoutes = [
  bind(getSetup, (ctx: WebContext) => readSetup(ctx)),
  bind(confirmSetupStep, async (ctx: WebContext, { params, body }) => {
    await confirmStep(ctx, params.step, body.isConfirmed)
    return {}
  }),
]

export const stockFileRoutes = [
  bindFile(stockFiles.exportStock, (ctx: WebContext, { query }) => exportStock(ctx, query.state)),
]

/** @param endPayment from a feature that knows payments, see `EndPayment` */
export const stockScreenRoutes = (endPayment: packages.EndPayment) => [
  bind(stock.previewStock, (ctx: WebContext, { body }) => previewStock(ctx, body)),
  bind(stock.changeStock, (ctx: WebContext, { body }) => changeStock(ctx, body)),
  bind(stock.undoStockChange, (ctx: WebContext, { params }) => undoStockChange(ctx, params.changeId)),
  bind(stock.readPackageStock, (ctx: WebContext, { params }) => packages.readPackageStock(ctx, params.packageId)),
  bindPage(stock.listStockMovements, (ctx: WebContext, { params, query }) =>
    packages.listStockMovements(ctx, params.packageId, query),
  ),
  bindPage(stock.listPackageHolds, (ctx: WebContext, { params, query }) =>
    packages.listPackageHolds(ctx, params.packageId, query),
  ),
  bind(stock.releaseStuckHold, (ctx: WebContext, { params, body }) =>
    packages.releaseStuckHold(ctx, { holdId: params.holdId, reason: body.reason, endPayment }),
  ),
  bind(stockLists.listBackedPools, (ctx: WebContext, { params }) => listBackedPools(ctx, params)),
  bind(
    stockLists.listFallenStock,
    async (ctx: WebContext) => (await findFallen(ctx, stockLists.FALLEN_SHOWN_MAX)).rows,
  ),
  bindPage(stockLists.listLowStock, (ctx: WebContext, { query }) => listLowStock(ctx, query)),
  bind(stock.listReleasedHolds, (ctx: WebContext) => listReleasedHolds(ctx, ctx.ownerId)),
]

export const teamRoutes = (auth: Auth) => [
  bind(team.listMembers, (ctx: WebContext) => listMembers(ctx)),
  bind(team.createMember, (ctx: WebContext, { body }) => createMember(ctx, auth, body)),
  bind(team.updateMember, (ctx: WebContext, { params, body }) => members.updateMember(ctx, auth, params.userId, body)),
  bind(team.inviteMember, (ctx: WebContext, { params }) => members.inviteMember(ctx, params.userId)),
  bind(team.endMemberSessions, (ctx: WebContext, { params }) => members.endMemberSessions(ctx, params.userId)),
  bind(team.resetMemberSecondFactor, (ctx: WebContext, { params }) =>
    members.resetMemberSecondFactor(ctx, auth, params.userId),
  ),
  bind(team.setCommission, (ctx: WebContext, { params, body }) => members.setCommission(ctx, params.userId, body.rate)),
  bind(team.listCommissionRates, (ctx: WebContext, { params }) => members.listCommissionRates(ctx, params.userId)),
  bind(team.removeMember, (ctx: WebContext, { params, query }) =>
    members.removeMember(ctx, auth, { userId: params.userId, successorId: query.heirId ?? null }),
  ),
]
