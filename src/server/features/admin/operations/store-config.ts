import type { StoreConfig } from '#contract/admin/operations.ts'
import { reasonsWith } from '#contract/admin/setting-list.ts'
import { buyersSentence } from '#contract/catalogue/catalogue.ts'
import type { Context } from '#server/gateways/context.ts'

/** Returns what every browser may know about this store. */
export function readStoreConfig(ctx: Context): StoreConfig {
  const { config, gateways } = ctx
  return {
    brand: config.brand.name,
    subsidiary: config.brand.subsidiary,
    vipGroupUrl: config.brand.vipGroupUrl,
    supportEmail: config.brand.supportEmail,
    holdMinutes: config.holdMinutes,
    linkHours: config.linkHours,
    saleCaps: config.saleCaps,
    buyers: buyersSentence(config.saleCaps),
    lateCreditPercent: config.lateCreditBps / 100,
    claimDays: config.claimShareBps === 0 ? 0 : config.claimDays,
    claimPercent: config.claimShareBps / 100,
    claimEvidence: { note: reasonsWith('note', config), file: reasonsWith('file', config) },
    timeZone: config.timeZone,
    hasReturningCredit: config.returningCreditBps > 0,
    terms: { refundRule: config.refundRule, phone: config.supportPhone, postalAddress: config.postalAddress },
    cashApp: config.cashAppHandle ? { handle: config.cashAppHandle } : null,
    payments: gateways.payments
      ? { publishableKey: gateways.payments.publishableKey, sandboxUrl: gateways.payments.sandboxUrl() }
      : null,
    ...(config.oidc ? { signIn: { label: config.oidc.label, hasPasswords: config.hasPasswords } } : {}),
  }
}
