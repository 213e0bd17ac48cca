import type { StoreConfig } from '#contract/admin/operations.ts'
import { reasonsWith } from '#contract/admin/setting-list.ts'
import { buyersSentence, TIERS } from '#contract/catalogue/catalogue.ts'
import type { Context } from '#server/gateways/context.ts'
import { shownOf } from '#server/platform/database/statement.ts'

/** `1, 3 or 10 buyers`. */
function formatCaps(saleCaps: StoreConfig['saleCaps']): string {
  const caps = [...new Set(TIERS.map((tier) => saleCaps[tier]))]
  return `${caps.join(', ').replace(/, (?=\d+$)/, ' or ')} ${caps.at(-1) === 1 ? 'buyer' : 'buyers'}`
}

function guaranteeOf({ claimShareBps, claimDays, lateCreditBps }: Context['config']) {
  const late = lateCreditBps === 0 ? [] : [`Late? ${lateCreditBps / 100}% back as credit.`]
  if (claimShareBps === 0 || claimDays === 0)
    return {
      guarantee: late.join(''),
      guaranteeInFull: 'Next to each price you see how old the leads are and how many buyers may get them.',
    }
  return {
    guarantee: [`Bad leads replaced or credited within ${claimDays} days.`, ...late].join(' '),
    guaranteeInFull: `Bad number or wrong owner? Tell us within ${claimDays} days. We replace the lead or give you store credit, up to ${claimShareBps / 100}% of a package.`,
  }
}

/** Returns what every browser may know about this store. */
export function readStoreConfig(ctx: Context): StoreConfig {
  const { config, gateways } = ctx
  return {
    brand: config.brand.name,
    ...shownOf(config.brand, 'subsidiary', 'vipGroupUrl', 'supportEmail'),
    ...shownOf(config, 'holdMinutes', 'linkHours', 'saleCaps', 'timeZone'),
    buyers: buyersSentence(config.saleCaps),
    caps: `Each lead is sold to ${formatCaps(config.saleCaps)}, by tier. Never more.`,
    ...guaranteeOf(config),
    lateCreditPercent: config.lateCreditBps / 100,
    claimDays: config.claimShareBps === 0 ? 0 : config.claimDays,
    claimPercent: config.claimShareBps / 100,
    claimEvidence: { note: reasonsWith('note', config), file: reasonsWith('file', config) },
    hasReturningCredit: config.returningCreditBps > 0,
    returningCreditPercent: config.returningCreditBps / 100,
    terms: { refundRule: config.refundRule, phone: config.supportPhone, postalAddress: config.postalAddress },
    cashApp: config.cashAppHandle ? { handle: config.cashAppHandle } : null,
    payments: gateways.payments
      ? { publishableKey: gateways.payments.publishableKey, sandboxUrl: gateways.payments.sandboxUrl() }
      : null,
    ...(config.oidc ? { signIn: { label: config.oidc.label, hasPasswords: config.hasPasswords } } : {}),
  }
}
