import {
  type saveSettings as endpoint,
  type Setting,
  type SettingName,
  type SettingValue,
  settingNamed,
  settingProblem,
} from '#contract/admin/settings.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { requireProof } from '#server/features/members/prove-identity.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { requireMember } from '#server/platform/context.ts'
import { inTransaction, isUnknownTimeZone, type Transaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Settings } from './keep-settings.ts'
import { listSettings } from './list-settings.ts'
import { isCap, queueApplyingCaps } from './on-caps-changed.ts'
import { dropSettings, lockSettings, readSettings, tellOthers, tryTimeZone, writeSettings } from './queries.ts'
import { understood } from './rules.ts'

interface Change {
  name: SettingName
  before: SettingValue
  /** Null: back to the default. */
  after: SettingValue | null
}

/** Trims typed text. */
const tidy = (value: SettingValue | null): SettingValue | null => (typeof value === 'string' ? value.trim() : value)

const refuse = (name: SettingName, problem: string): never => {
  throw new Refusal('setting_invalid', { message: `${settingNamed(name).label}: ${problem}`, details: { field: name } })
}

/** @throws Refusal `setting_invalid`, naming the field */
async function requireValid(ctx: PlatformContext, changes: readonly Change[]): Promise<void> {
  for (const [index, { name, after }] of changes.entries()) {
    const problem = after === null ? undefined : settingProblem(name, after)
    if (problem) refuse(name, problem)
    if (changes.findIndex((one) => one.name === name) !== index) refuse(name, 'It is in this change twice.')
  }
  const zone = changes.find(({ name, after }) => name === 'timeZone' && after !== null)
  if (!zone) return
  await ctx.database.run(tryTimeZone, { zone: String(zone.after), now: ctx.clock.now() }).catch((error: unknown) => {
    if (!isUnknownTimeZone(error)) throw error
    refuse('timeZone', 'The database does not know this zone. Choose another one of the list.')
  })
}

/** Returns the changes that change something, each compared with the current value. @throws Refusal `setting_changed` */
async function compare(
  ctx: PlatformContext,
  tx: Transaction,
  settings: Settings,
  changes: readonly Change[],
): Promise<(Change & { current: SettingValue; becomes: SettingValue })[]> {
  const rows = await tx.run(readSettings)
  const { saved } = understood(rows)
  const { defaults } = settings
  const open: (Change & { current: SettingValue; becomes: SettingValue })[] = []
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
 * Changes settings, all or none. New holds, links, emails and pages follow immediately on this node, within a second on
 * the others. Earlier ones keep their times.
 *
 * @returns every setting after the change
 * @throws Refusal `setting_invalid` (naming the field), `setting_changed` (a colleague was faster), `proof_needed`;
 * nothing is changed then
 */
export async function saveSettings(
  ctx: RequestContext,
  auth: Auth,
  settings: Settings,
  body: BodyOf<typeof endpoint>,
): Promise<Setting[]> {
  const changes = body.changes.map((change) => ({ ...change, after: tidy(change.after) }))
  await requireValid(ctx, changes)
  const { userId } = requireMember(ctx)
  await inTransaction(ctx, async (tx) => {
    await tx.run(lockSettings)
    const open = await compare(ctx, tx, settings, changes)
    if (open.length === 0) return
    if (open.some(({ name }) => settingNamed(name).isProven)) await requireProof(ctx, auth, tx)
    const kept = open.filter(({ after }) => after !== null)
    const dropped = open.filter(({ after }) => after === null).map(({ name }) => name)
    const values = kept.map(({ after }) => JSON.stringify(after))
    await tx.run(writeSettings, {
      names: kept.map(({ name }) => name),
      values,
      now: ctx.clock.now(),
      changedBy: userId,
    })
    await tx.run(dropSettings, { names: dropped })
    await tx.run(tellOthers)
    if (open.some(({ name }) => isCap(name))) await queueApplyingCaps(ctx, tx)
    const facts = (pick: (change: (typeof open)[number]) => SettingValue) =>
      Object.fromEntries(
        open.map((change) => [settingNamed(change.name).label, settingNamed(change.name).inWords(pick(change))]),
      )
    await writeAudit(ctx, tx, {
      action: 'settings_changed',
      subject: open.map(({ name }) => settingNamed(name).label).join(', '),
      before: facts(({ current }) => current),
      after: facts(({ becomes }) => becomes),
      note:
        dropped.length > 0
          ? `Back to the default: ${dropped.map((name) => settingNamed(name).label).join(', ')}`
          : null,
    })
  })
  await settings.reload()
  return listSettings(ctx, settings)
}
