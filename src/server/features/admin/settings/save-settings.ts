import type * as contract from '#contract/admin/settings.ts'
import { SETTING_NAMES, settingNamed, settingProblem, USUAL_SETTINGS } from '#contract/admin/settings.ts'
import { TIERS } from '#contract/catalogue/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { saleCapsOf, withSettings } from '#server/config/config.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { recordFacts } from '#server/features/legal/publish-edition.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import { applySaleCaps } from '#server/features/stock/apply-sale-caps.ts'
import { addMilliseconds, minutes } from '#server/platform/clock.ts'
import { type PlatformContext, type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction, isUnknownTimeZone, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import type { Settings } from './keep-settings.ts'
import * as sql from './queries.ts'

/** Lists settings with their defaults, in the order of the form. Reads the database, whatever this node cached. */
export async function listSettings(ctx: PlatformContext, { defaults }: Settings): Promise<contract.Setting[]> {
  const [{ rows, saved }, names] = await Promise.all([sql.readSaved(ctx.database), readMemberNames(ctx)])
  return SETTING_NAMES.map((name) => {
    const row = rows.find((one) => one.name === name)
    const value = saved[name]
    const isDefault = value === undefined || row === undefined
    return {
      name,
      value: value ?? defaults[name],
      defaultValue: defaults[name],
      isDefault,
      changedAt: isDefault ? null : row.changed_at.toISOString(),
      changedBy: isDefault ? null : (names.get(row.changed_by) ?? row.changed_by),
    }
  })
}

interface Change {
  name: contract.SettingName
  before: contract.SettingValue
  /** Null: back to the default. */
  after: contract.SettingValue | null
}

const refuse = (name: contract.SettingName, problem: string): never => {
  throw new Refusal('setting_invalid', { message: `${settingNamed(name).label}: ${problem}`, details: { field: name } })
}

async function requireValid(ctx: PlatformContext, changes: readonly Change[]): Promise<void> {
  for (const [index, { name, after }] of changes.entries()) {
    const problem = after === null ? undefined : settingProblem(name, after)
    if (problem) refuse(name, problem)
    if (changes.findIndex((one) => one.name === name) !== index) refuse(name, 'It is in this change twice.')
  }
  const zone = changes.find(({ name, after }) => name === 'timeZone' && after !== null)
  if (!zone) return
  try {
    await ctx.database.run(sql.tryTimeZone, { zone: String(zone.after), now: ctx.clock.now() })
  } catch (error) {
    if (!isUnknownTimeZone(error)) throw error
    refuse('timeZone', 'The database does not know this zone. Choose another one of the list.')
  }
}

/** Returns the changes that change something, with the current value. @throws Refusal `setting_changed` */
async function compare(ctx: PlatformContext, tx: Transaction, { defaults }: Settings, changes: readonly Change[]) {
  const { rows, saved } = await sql.readSaved(tx)
  const open: (Change & { current: contract.SettingValue; becomes: contract.SettingValue })[] = []
  for (const change of changes) {
    const { name, before, after } = change
    const current = saved[name] ?? defaults[name]
    // The same change came a moment earlier: there is nothing left to do.
    if (after === null ? saved[name] === undefined : saved[name] === after) continue
    if (current !== before) {
      const by = rows.find((row) => row.name === name)?.changed_by
      const who = (by && (await readMemberNames(ctx, tx)).get(by)) ?? 'Somebody'
      const now = settingNamed(name).inWords(current)
      throw new Refusal('setting_changed', {
        message: `${who} just changed “${settingNamed(name).label}”: it is now ${now}. Nothing was saved. Check it and save again.`,
        details: { field: name, now: current },
      })
    }
    open.push({ ...change, current, becomes: after ?? defaults[name] })
  }
  return open
}

/**
 * Changes settings, all or none. New holds, links, emails and pages follow at once here, within a second on other
 * nodes.
 * @throws Refusal `setting_invalid` (naming the field), `setting_changed` (a colleague was faster), `proof_needed`
 */
export async function saveSettings(
  ctx: RequestContext,
  auth: Auth,
  settings: Settings,
  body: BodyOf<typeof contract.saveSettings>,
): Promise<contract.Setting[]> {
  const changes = body.changes.map(({ after, ...change }) => ({
    ...change,
    after: typeof after === 'string' ? after.trim() : after,
  }))
  await requireValid(ctx, changes)
  const { userId } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    await tx.run(sql.lockSettings)
    const open = await compare(ctx, tx, settings, changes)
    if (open.length === 0) return
    if (open.some(({ name }) => settingNamed(name).isProven)) await requireProof(ctx, auth, tx)
    const kept = open.filter(({ after }) => after !== null)
    const dropped = open.filter(({ after }) => after === null).map(({ name }) => name)
    await tx.run(sql.writeSettings, {
      names: kept.map(({ name }) => name),
      values: kept.map(({ after }) => JSON.stringify(after)),
      now: ctx.clock.now(),
      changedBy: userId,
    })
    await tx.run(sql.dropSettings, { names: dropped })
    await tx.run(sql.tellOthers)
    const { saved } = await sql.readSaved(tx)
    await recordFacts(tx, { clock: ctx.clock, publishedBy: userId }, withSettings({ ...settings.defaults, ...saved }))
    if (open.some(({ name }) => isCap(name))) await queueApplyingCaps(ctx, tx)
    const labelsOf = (names: readonly contract.SettingName[]) =>
      names.map((name) => settingNamed(name).label).join(', ')
    const facts = (pick: (change: (typeof open)[number]) => contract.SettingValue) =>
      Object.fromEntries(
        open.map((change) => [settingNamed(change.name).label, settingNamed(change.name).inWords(pick(change))]),
      )
    await writeAudit(ctx, tx, {
      action: 'settings_changed',
      subject: labelsOf(open.map(({ name }) => name)),
      before: facts(({ current }) => current),
      after: facts(({ becomes }) => becomes),
      note: dropped.length > 0 ? `Back to the default: ${labelsOf(dropped)}` : null,
    })
  })
  await settings.reload()
  return listSettings(ctx, settings)
}

export const FOLLOW_CAPS_JOB = 'follow-sale-caps'

/** Longer than any node needs to hear about a change, or an import to finish its part with the old caps. */
const LOOK_AGAIN_MS = minutes(10)
/** Whether a setting is a cap on how many buyers may get a lead. */
const isCap = (name: contract.SettingName): boolean => TIERS.some((tier) => name === `${tier}Cap`)

/** Queues the job with the change that caused it: for now, and again once no node can have the old caps. */
async function queueApplyingCaps(ctx: PlatformContext, tx: Transaction): Promise<void> {
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { key: FOLLOW_CAPS_JOB })
  await enqueue(tx, FOLLOW_CAPS_JOB, {}, { runAt: addMilliseconds(ctx.clock.now(), LOOK_AGAIN_MS) })
}

/** Applies the current caps to leads for sale. */
export async function applyCaps(ctx: PlatformContext): Promise<void> {
  const readCaps = async () => saleCapsOf({ ...USUAL_SETTINGS, ...(await sql.readSaved(ctx.database)).saved })
  const leads = await applySaleCaps(ctx, readCaps)
  if (leads > 0) ctx.log.info({ leads }, 'leads came under other caps')
}
