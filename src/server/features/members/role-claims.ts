/** Reads what an issuer says about a person. */
import type { Role } from '#contract/values.ts'
import { type Claims, readClaim } from '#server/gateways/issuer/claims.ts'
import type { SignInConfig } from '#server/platform/sign-in-config.ts'

/** The role that the claims give: administrator if they name both, null if they name neither. */
export function roleOf(
  claims: Claims,
  { roleClaim, adminRole, salesRole }: Pick<NonNullable<SignInConfig['oidc']>, 'roleClaim' | 'adminRole' | 'salesRole'>,
): Role | null {
  const found = readClaim(claims, roleClaim)
  const roles: unknown[] = Array.isArray(found) ? found : [found]
  if (adminRole !== undefined && roles.includes(adminRole)) return 'admin'
  return salesRole !== undefined && roles.includes(salesRole) ? 'sales' : null
}

/** Whether the issuer says that the person used two factors. @see https://www.rfc-editor.org/rfc/rfc8176 */
export const saysTwoFactors = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.includes('mfa')
