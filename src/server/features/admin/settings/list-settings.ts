import { SETTING_NAMES, type Setting } from '#contract/admin/settings.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import type { Settings } from './keep-settings.ts'
import { readSettings } from './queries.ts'
import { understood } from './rules.ts'

/** Lists every setting with its default, in the order of the form. Reads the database, whatever this node has cached. */
export async function listSettings(ctx: PlatformContext, { defaults }: Settings): Promise<Setting[]> {
  const [rows, names] = await Promise.all([ctx.database.run(readSettings), readMemberNames(ctx)])
  const { saved } = understood(rows)
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
