import { Resolver } from 'node:dns/promises'
import type { ConnectionSource } from '#contract/admin/connections.ts'
import { LEGAL_NAMES } from '#contract/admin/page-names.ts'
import * as contract from '#contract/admin/setup.ts'
import { LEAD_TYPE_NAMES, type PackageId, packageKeyOf, TIER_FACTS } from '#contract/catalogue/catalogue.ts'
import { isBackupSeenWorking } from '#server/features/admin/backups/run-backups.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { loadPlaces } from '#server/features/catalogue/places.ts'
import { writeConfirmationSms, writeDeliverySms } from '#server/features/messages/write-letter.ts'
import { isInStock } from '#server/features/stock/stock-changes.ts'
import type { Context } from '#server/gateways/context.ts'
import { hours, minutes, seconds } from '#server/platform/clock.ts'
import { perNode, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'

/** Reads the facts that tick steps, and a county that has something to buy. Each looks for one row only. */
export const readSetupFacts = statement('setup.read_facts')`
  select exists (select from prices where changed_by is not null) or exists (select from area_prices) as has_changed_prices,
    exists (select from users where role = 'sales' and disabled_at is null) as has_rep,
    exists (select from orders where paid_at is not null) as has_sold, sale.state, sale.county,
    (select count(distinct part) from legal_editions where published_by is not null and part <> 'facts') = ${LEGAL_NAMES.length} as has_own_texts,
    array(select step from setup_confirmations) as confirmed, fullest.pool_id, fullest.leads, fullest.extra
  from (select) one left join (
    select c.state, c.name as county from packages p join counties c on c.fips = p.fips where ${isInStock('p')} limit 1) sale on true
  left join (
    select pool_id, bonus_leads[1] as extra, (select coalesce(sum(its), 0) from unnest(places) its)::int as leads
    from lead_pools where is_backed order by leads desc limit 1) fullest on sale.state is null and fullest.leads > 0`

/** One row unless it is confirmed already. */
export const insertConfirmation = statement('setup.confirm')`
  insert into setup_confirmations (step, confirmed_at, confirmed_by) values ($step, $now, $confirmedBy)
  on conflict (step) do nothing returning step`

export const deleteConfirmation = statement('setup.take_back')`
  delete from setup_confirmations where step = $step returning step`

const SUBJECTS: Readonly<Record<contract.ConfirmedStep, string>> = {
  prices: 'Prices',
  texts: 'Text messages',
  rep: 'First rep',
  backup: 'Backup',
}

/** Confirms or skips a step of the setup, or takes that back. Repeating it changes and records nothing. */
export async function confirmStep(ctx: RequestContext, step: contract.ConfirmedStep, isConfirmed: boolean) {
  const { userId } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    const changed = isConfirmed
      ? await tx.run(insertConfirmation, { step, now: ctx.clock.now(), confirmedBy: userId })
      : await tx.run(deleteConfirmation, { step })
    if (changed.length === 0) return
    await writeAudit(ctx, tx, {
      action: 'setup_confirmed',
      subject: SUBJECTS[step],
      before: { confirmed: !isConfirmed },
      after: { confirmed: isConfirmed },
    })
  })
}

/** Like `dns.promises.resolveTxt`: the texts of a name, each in parts. */
export type LookUpTexts = (host: string) => Promise<string[][]>

/** Codes of "this name has no such record"; anything else means that DNS did not answer. */
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA'])
/**
 * DKIM records hide under a name that the mail service chooses. These are what Google, Microsoft, Amazon's guides,
 * SendGrid, Mailgun, Postmark, Resend, Mailchimp, Fastmail, Zoho and common mail servers use.
 */
const USUAL_SELECTORS = [
  ...['default', 'google', 'selector1', 'selector2', 's1', 's2', 'k1', 'k2', 'k3', 'mail', 'dkim', 'smtp', 'mx'],
  ...['pm', 'resend', 'mandrill', 'fm1', 'fm2', 'fm3', 'zoho', 'zmail', 'mailo', 'pic', 'amazonses', 'krs', 'mta'],
]

/** Returns the domain of a sender such as `Leadyard <sales@example.org>`; undefined for domains made for examples. */
export function senderDomain(mailFrom: string): string | undefined {
  const domain = /@([^\s@<>"]+)>?\s*$/.exec(mailFrom)?.[1]?.toLowerCase()
  if (domain === undefined || !domain.includes('.')) return undefined
  return /(^|\.)(example\.(com|net|org)|example|test|invalid|localhost)$/.test(domain) ? undefined : domain
}

async function find(
  lookUp: LookUpTexts,
  kind: contract.MailRecord['kind'],
  host: string,
  isWanted: (text: string) => boolean,
): Promise<contract.MailRecord> {
  try {
    const texts = await lookUp(host)
    return { kind, host, state: texts.some((parts) => isWanted(parts.join(''))) ? 'found' : 'missing' }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return { kind, host, state: NO_RECORD.has(code) ? 'missing' : 'unknown' }
  }
}

/** Returns the first record found under one of the names, else the worst answer: `unknown` before `missing`. */
async function findDkim(
  lookUp: LookUpTexts,
  domain: string,
  selectors: readonly string[],
): Promise<contract.MailRecord> {
  const isKey = (text: string) => /(^|;)\s*p=[^;\s]/.test(text)
  const hostOf = (selector: string) => `${selector}._domainkey.${domain}`
  const records = await Promise.all(selectors.map((selector) => find(lookUp, 'DKIM', hostOf(selector), isKey)))
  const found = records.find(({ state }) => state === 'found')
  if (found) return found
  const state = records.some((record) => record.state === 'unknown') ? 'unknown' : 'missing'
  return { kind: 'DKIM', host: hostOf((selectors.length === 1 && selectors[0]) || '*'), state }
}

/** Looks up SPF, DKIM and DMARC of a domain. Never throws. @param selector of DKIM; absent: the usual ones are tried */
export async function findMailRecords(
  lookUp: LookUpTexts,
  domain: string,
  selector?: string,
): Promise<contract.MailRecord[]> {
  return Promise.all([
    find(lookUp, 'SPF', domain, (text) => /^v=spf1(\s|$)/i.test(text)),
    findDkim(lookUp, domain, selector === undefined ? USUAL_SELECTORS : [selector]),
    find(lookUp, 'DMARC', `_dmarc.${domain}`, (text) => /^v=DMARC1\s*(;|$)/i.test(text)),
  ])
}

/** The sender's DNS records as last found, until they are looked up again: one entry. */
const mailRecordsOf = perNode(() => new Map<string, { records: contract.MailRecord[]; untilMs: number }>())

/** Per name and try. The page waits for the answer. */
const DNS_MS_MAX = seconds(2)
const resolver = new Resolver({ timeout: DNS_MS_MAX, tries: 1 })
const lookUpTexts: LookUpTexts = (host) => resolver.resolveTxt(host)

/** Looks records up again after an hour, or a minute while one is missing. A found one stays if DNS does not answer. */
async function keepMailRecords(ctx: Context, domain: string, lookUp: LookUpTexts): Promise<contract.MailRecord[]> {
  const { clock, config } = ctx
  const selector = config.dkimSelector
  const name = `${selector} ${domain}`
  const kept = mailRecordsOf(ctx).get(name)
  if (kept && clock.now().getTime() < kept.untilMs) return kept.records
  const foundBefore = (kind: string) => kept?.records.find((one) => one.kind === kind && one.state === 'found')
  const records = (await findMailRecords(lookUp, domain, selector)).map(
    (record) => (record.state === 'unknown' && foundBefore(record.kind)) || record,
  )
  const ageMaxMs = records.every(({ state }) => state === 'found') ? hours(1) : minutes(1)
  mailRecordsOf(ctx).clear()
  mailRecordsOf(ctx).set(name, { records, untilMs: clock.now().getTime() + ageMaxMs })
  return records
}

const isConnected = (source: ConnectionSource): boolean => source === 'environment' || source === 'kept'

/** Reads which steps of the setup are done. Looks up the sender's DNS records, so it may take two seconds. */
export async function readSetup(ctx: Context, lookUp = lookUpTexts): Promise<contract.Setup> {
  const { config, gateways } = ctx
  const domain = senderDomain(config.mailFrom)
  const [[facts], mailRecords, isBackedUp] = await Promise.all([
    ctx.database.run(readSetupFacts),
    domain === undefined ? [] : keepMailRecords(ctx, domain, lookUp),
    isBackupSeenWorking(ctx),
  ])
  if (!facts) throw new Error('a statement without a table returned no row')
  const isConfirmed = (step: contract.ConfirmedStep) => facts.confirmed.includes(step)
  const isDone: Readonly<Record<contract.SetupStepName, boolean>> = {
    stock: facts.state !== null || facts.has_sold,
    prices: facts.has_changed_prices || isConfirmed('prices'),
    cards: gateways.payments !== null && gateways.payments.sandboxUrl() === null,
    mail: isConnected(config.connections.mail) && domain !== undefined,
    mail_records: mailRecords.length > 0 && mailRecords.every(({ state }) => state === 'found'),
    texts: isConnected(config.connections.texts) || isConfirmed('texts'),
    policies: config.refundRule !== '' && facts.has_own_texts,
    rep: facts.has_rep || isConfirmed('rep'),
    purchase: facts.has_sold,
    backup: isBackedUp || isConfirmed('backup'),
  }
  return {
    steps: contract.SETUP_STEPS.map((name) => ({ name, isDone: isDone[name] })),
    mailRecords,
    sources: config.connections,
    onSale: facts.state && facts.county ? { state: facts.state, county: facts.county } : null,
    short: facts.pool_id && (await describeShort(ctx, facts.pool_id, facts.leads, facts.extra)),
    campaign: describeCampaign(config.brand.name, ctx.publicUrl),
    isDemo: config.isDemo,
  }
}

/** `24 Premium leads make 0 packages (Vacant Houses, Travis, Texas). The smallest needs 25 (20 + 5 extra). Add 1 more…` */
async function describeShort(ctx: Context, poolId: string, leads: number, extra: number): Promise<string> {
  const { fips, leadType, tier } = packageKeyOf(`${poolId}-20` as PackageId)
  const { name, state } = (await loadPlaces(ctx)).countyByFips(fips)
  const made = `${leads} ${TIER_FACTS[tier].name} ${leads === 1 ? 'lead makes' : 'leads make'} 0 packages`
  const needs = `${20 + extra}${extra > 0 ? ` (20 + ${extra} extra)` : ''}`
  const remedy = `Add ${20 + extra - leads} more${extra > 0 ? ', or turn off the offer of extra leads' : ''}.`
  return `${made} (${LEAD_TYPE_NAMES[leadType]}, ${name}, ${state}). The smallest needs ${needs}. ${remedy}`
}

/** What carriers want to know about a sender of texts (A2P 10DLC). The samples must be what the store really sends. */
function describeCampaign(brand: string, publicUrl: string): contract.Setup['campaign'] {
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
