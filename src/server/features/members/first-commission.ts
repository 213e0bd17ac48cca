import type { Role } from '#contract/values.ts'
import type { Config } from '#server/platform/config.ts'

/** What a new member earns of a sale, in hundredths of a percent, until told otherwise: administrators nothing. */
export const firstCommissionBps = (config: Pick<Config, 'usualCommissionBps'>, role: Role): number =>
  role === 'sales' ? config.usualCommissionBps : 0
