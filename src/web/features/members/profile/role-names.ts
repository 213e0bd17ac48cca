import type { Role } from '#contract/values.ts'

/** SPEC.md section 2, "Profile page". */
export function roleName(role: Role): string {
  return role === 'admin' ? 'Administrator' : 'Sales Representative'
}
