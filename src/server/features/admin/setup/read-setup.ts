import { Resolver } from 'node:dns/promises'
import {
  type ConfirmedStep,
  type MailRecord,
  SETUP_STEPS,
  type Setup,
  type SetupStepName,
} from '#contract/admin/setup.ts'
import { isBackupSeenWorking } from '#server/features/admin/backups/find-backup-troubles.ts'
import { writeConfirmationSms, writeDeliverySms } from '#server/features/messages/write-sms.ts'
import type { Context } from '#server/gateways/context.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { findMailRecords, type LookUpTexts, senderDomain } from './mail-records.ts'
import { readSetupFacts } from './queries.ts'

declare module '#server/platform/context.ts' {
  interface NodeState {
    /** The sender's DNS records as last found, until they are looked up again. */
    mailRecords: { domain: string; selector: string | undefined; records: MailRecord[]; untilMs: number } | null
  }
}

/** Per name and try. The page waits for the answer. */
const DNS_MS_MAX = seconds(2)

const resolver = new Resolver({ timeout: DNS_MS_MAX, tries: 1 })
const lookUpTexts: LookUpTexts = (host) => resolver.resolveTxt(host)

/** Whether an address belongs to the owner: set, and not one of the examples that a new store starts with. */
const isOwn = (address: string): boolean =>
  URL.canParse(address) && senderDomain(`@${new URL(address).hostname}`) !== undefined

/**
 * Looks records up again after an hour, or a minute while one is missing. A record that was found stays if DNS does not
 * answer.
 */
async function keepMailRecords(ctx: Context, domain: string, lookUp: LookUpTexts): Promise<MailRecord[]> {
  const { clock, config, node } = ctx
  const selector = config.dkimSelector
  const kept = node.mailRecords?.domain === domain && node.mailRecords.selector === selector ? node.mailRecords : null
  if (kept && clock.now().getTime() < kept.untilMs) return kept.records
  const found = (await findMailRecords(lookUp, domain, selector)).map(
    (record) =>
      (record.state === 'unknown' &&
        kept?.records.find(({ kind, state }) => kind === record.kind && state === 'found')) ||
      record,
  )
  const ageMaxMs = found.every(({ state }) => state === 'found') ? hours(1) : minutes(1)
  node.mailRecords = { domain, selector, records: found, untilMs: clock.now().getTime() + ageMaxMs }
  return found
}

/** Reads which steps of the setup are done. Looks up the sender's DNS records, so it may take two seconds. */
export async function readSetup(ctx: Context, lookUp = lookUpTexts): Promise<Setup> {
  const { config, gateways } = ctx
  const domain = senderDomain(config.mailFrom)
  const [[facts], mailRecords, isBackedUp] = await Promise.all([
    ctx.database.run(readSetupFacts),
    domain === undefined ? [] : keepMailRecords(ctx, domain, lookUp),
    isBackupSeenWorking(ctx),
  ])
  if (!facts) throw new Error('a statement without a table returned no row')
  const isConfirmed = (step: ConfirmedStep) => facts.confirmed.includes(step)
  const isDone: Readonly<Record<SetupStepName, boolean>> = {
    stock: facts.has_stock,
    prices: facts.has_changed_prices || isConfirmed('prices'),
    cards: gateways.payments !== null && gateways.payments.sandboxUrl() === null,
    mail: config.smtpUrl !== undefined && domain !== undefined,
    mail_records: mailRecords.length > 0 && mailRecords.every(({ state }) => state === 'found'),
    texts: config.twilio !== undefined || isConfirmed('texts'),
    policies: config.refundRule !== '' && isOwn(config.termsUrl) && isOwn(config.privacyUrl),
    rep: facts.has_rep || isConfirmed('rep'),
    purchase: facts.has_sold,
    backup: isBackedUp || isConfirmed('backup'),
  }
  return {
    steps: SETUP_STEPS.map((name) => ({ name, isDone: isDone[name] })),
    mailRecords,
    campaign: describeCampaign(config.brand.name, ctx.publicUrl),
    isDemo: config.isDemo,
  }
}

/**
 * Returns what carriers want to know about a sender of texts (A2P 10DLC): a kind of message, how people agree to it,
 * and samples, which must be what the store really sends.
 */
function describeCampaign(brand: string, publicUrl: string): Setup['campaign'] {
  const order = { brand, reference: 'LY-7K3M9QXD', url: `${publicUrl}/order/…` }
  return {
    useCase: `Account notifications: ${brand} tells buyers that an order is paid or delivered. One to three messages per order; no marketing.`,
    consent: `While adding a package to the cart at ${publicUrl}/leads, the buyer chooses delivery by SMS instead of email, and enters a mobile number at checkout for this purpose. Each message says how to stop; STOP ends all of them.`,
    samples: [
      writeConfirmationSms({ ...order, isDelivered: false }),
      writeDeliverySms({ ...order, isPart: false, hasFiles: true }),
    ],
  }
}
