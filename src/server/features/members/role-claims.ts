/** Reads what an issuer says about a person. */
import type { Role } from '#contract/values.ts'
import type { SignInConfig } from '#server/platform/sign-in-config.ts'

type Claims = Readonly<Record<string, unknown>>

/** The role that the claims give; both roles make an administrator, none of them null. */
export function roleOf(
  claims: Claims,
  { roleClaim, adminRole, salesRole }: Pick<NonNullable<SignInConfig['oidc']>, 'roleClaim' | 'adminRole' | 'salesRole'>,
): Role | null {
  const found = claimAt(claims, roleClaim)
  const roles: unknown[] = Array.isArray(found) ? found : [found]
  if (adminRole !== undefined && roles.includes(adminRole)) return 'admin'
  return salesRole !== undefined && roles.includes(salesRole) ? 'sales' : null
}

/** A claim by its name, which may have dots in it, or else by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Claims)[name]
  }
  return found
}

/** Whether the issuer says that the person used two factors. @see https://www.rfc-editor.org/rfc/rfc8176 */
export const saysTwoFactors = ({ amr }: Claims): boolean => Array.isArray(amr) && amr.includes('mfa')
