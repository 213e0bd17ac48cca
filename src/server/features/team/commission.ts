import type { Role } from '#contract/values.ts'

/** What a new member earns of a sale, in hundredths of a percent (DESIGN.md section 7): administrators nothing, until set. */
export const COMMISSION_BPS: Readonly<Record<Role, number>> = { sales: 1_000, admin: 0 }
