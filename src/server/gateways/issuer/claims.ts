/** What an issuer says about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** Returns a claim by its name, which may have dots in it, or else by a path such as `realm_access.roles`. */
export function readClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Claims)[name]
  }
  return found
}

/**
 * Joins what the token and the issuer's userinfo say. The token counts first. If only userinfo has the claim with the
 * roles, it comes from there, even if the token has another part of it, such as an empty `realm_access`.
 */
export function joinClaims(token: Claims, userInfo: Claims, roleClaim: string): Claims {
  const joined = { ...userInfo, ...token }
  return readClaim(token, roleClaim) === undefined && readClaim(userInfo, roleClaim) !== undefined
    ? { ...joined, [roleClaim]: readClaim(userInfo, roleClaim) }
    : joined
}
