import { readFileSync } from 'node:fs'
import { LEGAL_NAMES, LEGAL_TITLES, type LegalName } from '#contract/admin/page-names.ts'
import { type SettingName, type SettingValue, settingNamed } from '#contract/admin/settings.ts'
import { buyersSentence } from '#contract/catalogue/catalogue.ts'
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/legal/legal.ts'
import { unknownFact } from '#contract/legal/rich-text.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Config, type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, lockName, type Transaction } from '#server/platform/database/database.ts'
import { statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'

/** Reads every part as it was in an edition. */
export const readEdition = statement('legal.read_edition')`
  select distinct on (part) part, body, edition, published_at, published_by
  from legal_editions where edition <= $edition order by part, edition desc`

export const insertEdition = statement('legal.insert_edition')`
  insert into legal_editions (edition, part, body, published_at, published_by)
  select coalesce(last.edition, 0) + 1, new.part, new.body, greatest($publishedAt::timestamptz, last.published_at), $publishedBy?
  from unnest($parts::text[], $bodies::text[]) as new (part, body),
    (select max(edition) as edition, max(published_at) as published_at from legal_editions) last`

export const findEditionAt = statement('legal.find_edition_at')`
  select edition from legal_editions where published_at <= $publishedAt order by published_at desc, edition desc limit 1`

export const listPublications = statement('legal.list_publications')`
  select edition, part, published_at, published_by from legal_editions where part <> 'facts' order by edition desc limit 50`

export const findShipped = statement('legal.find_shipped')`
  select part, body from legal_editions where published_by is null and part <> 'facts'`

export const LATEST = 2_147_483_647
const LOCK = 'legal editions'

/** The number of an edition: that of the part that was published last. */
export const lastOf = (rows: readonly { edition: number }[]): number => Math.max(...rows.map(({ edition }) => edition))

/** What the store fills in for `{{name}}`, in the words of the settings: texts cannot contradict them. Empty: it has none. */
export function factsOf(config: Config): Record<string, string> {
  const inWords = (name: SettingName, isOffered = config[name] !== 0) =>
    isOffered ? settingNamed(name).inWords(config[name] as SettingValue) : ''
  const hasClaims = config.claimDays > 0 && config.claimShareBps > 0
  return {
    brand: config.brandName,
    supportEmail: config.supportEmail,
    phone: config.supportPhone,
    postalAddress: config.postalAddress,
    refundRule: config.refundRule,
    buyers: buyersSentence(config.saleCaps),
    deliveryHours: `${DELIVERY_HOURS.promised} hours`,
    lateCredit: inWords('lateCreditBps'),
    returningCredit: inWords('returningCreditBps'),
    claimDays: inWords('claimDays', hasClaims),
    claimShare: inWords('claimShareBps', hasClaims),
    holdTime: inWords('holdMinutes'),
    linkTime: inWords('linkHours'),
    fileDays: inWords('deliveryDays'),
    leadDays: inWords('leadDays'),
    cashApp: config.cashAppHandle,
  }
}

const shippedTexts = (): Record<string, string> =>
  Object.fromEntries(
    LEGAL_NAMES.map((name) => [name, readFileSync(new URL(`texts/${name}.txt`, import.meta.url), 'utf8').trim()]),
  )

type Editor = { clock: Clock; publishedBy: string | null }

async function insert(tx: Transaction, { clock, publishedBy }: Editor, parts: Record<string, string>): Promise<void> {
  if (Object.keys(parts).length === 0) return
  const publishedAt = clock.now()
  await tx.run(insertEdition, { publishedAt, publishedBy, parts: Object.keys(parts), bodies: Object.values(parts) })
}

/** Makes facts that differ from those of the latest edition a new one, in the transaction that changed the settings. */
export async function recordFacts(tx: Transaction, editor: Editor, config: Config): Promise<void> {
  await lockName(tx, LOCK)
  const facts = JSON.stringify(factsOf(config))
  const latest = await tx.run(readEdition, { edition: LATEST })
  if (latest.find(({ part }) => part === 'facts')?.body !== facts) await insert(tx, editor, { facts })
}

/** Records what the store starts with: new facts, and texts of this release that no administrator has replaced. */
export async function recordShipped(ctx: Pick<PlatformContext, 'clock' | 'config' | 'database'>) {
  await inTransaction(ctx, async (tx) => {
    await lockName(tx, LOCK)
    const [latest, shipped] = [await tx.run(readEdition, { edition: LATEST }), await tx.run(findShipped)]
    const isOpen = (part: string) => !latest.some((row) => row.part === part && row.published_by !== null)
    // A text that was in force once stays away: while nodes are upgraded, an old one that restarts would bring it back.
    const isNew = ([part, body]: [string, string]) =>
      isOpen(part) && !shipped.some((row) => row.part === part && row.body === body)
    const texts = Object.fromEntries(Object.entries(shippedTexts()).filter(isNew))
    const facts = JSON.stringify(factsOf(ctx.config))
    const isSame = latest.find(({ part }) => part === 'facts')?.body === facts
    await insert(tx, { clock: ctx.clock, publishedBy: null }, isSame ? texts : { ...texts, facts })
  })
}

/** Lists the texts as they are edited. */
export async function listTexts(ctx: PlatformContext): Promise<contract.LegalTexts> {
  const [latest, publications, names] = await Promise.all([
    ctx.database.run(readEdition, { edition: LATEST }),
    ctx.database.run(listPublications),
    readMemberNames(ctx),
  ])
  const about = (row: { part: string; edition: number; published_at: Date; published_by: string | null }) => ({
    name: row.part as LegalName,
    edition: row.edition,
    publishedAt: row.published_at.toISOString(),
    publishedBy: row.published_by && (names.get(row.published_by) ?? row.published_by),
  })
  return {
    facts: JSON.parse(latest.find(({ part }) => part === 'facts')?.body ?? '{}'),
    texts: latest.flatMap((row) => (row.part === 'facts' ? [] : [{ ...about(row), text: row.body }])),
    publications: publications.map(about),
  }
}

/**
 * Publishes a new edition of a text. Publishing the text that came with the store makes it the owner's own.
 * @throws Refusal `setting_invalid`, `setting_changed` (a colleague was faster)
 */
export async function publishText(
  ctx: RequestContext,
  name: LegalName,
  body: BodyOf<typeof contract.publishLegalText>,
): Promise<contract.LegalTexts> {
  const text = body.text.replaceAll('\r\n', '\n').trim()
  const title = LEGAL_TITLES[name]
  const { userId } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    await lockName(tx, LOCK)
    const unknown = unknownFact(text, factsOf(ctx.config))
    if (text === '' || unknown !== undefined)
      throw new Refusal('setting_invalid', {
        message: unknown ? `The store cannot fill in {{${unknown}}}. See the list of what it can.` : 'Enter the text.',
      })
    const current = (await tx.run(readEdition, { edition: LATEST })).find(({ part }) => part === name)
    // The same publication came a moment earlier: there is nothing left to do.
    if (current?.body === text && current.published_by !== null) return
    if (current && current.edition !== body.before) {
      const who = current.published_by && (await readMemberNames(ctx, tx)).get(current.published_by)
      throw new Refusal('setting_changed', {
        message: `${who ?? 'Somebody'} just published edition ${current.edition} of “${title}”. Nothing was published. Compare the two and publish again.`,
      })
    }
    await insert(tx, { clock: ctx.clock, publishedBy: userId }, { [name]: text })
    const rows = await tx.run(readEdition, { edition: LATEST })
    await writeAudit(ctx, tx, {
      action: 'text_published',
      subject: title,
      before: { edition: body.before },
      after: { edition: lastOf(rows) },
    })
  })
  return listTexts(ctx)
}
