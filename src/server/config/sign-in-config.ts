/** The variables of logging in: a company's own OpenID Connect issuer, and whether passwords are used. */
import * as z from 'zod/mini'
import { incompleteProblems, isLoopbackHost, text } from '#server/platform/text/config-values.ts'

/** Parts of the environment's schema. */
export const SIGN_IN_VARIABLES = {
  OIDC_ISSUER: text(),
  OIDC_CLIENT_ID: text(),
  OIDC_CLIENT_SECRET: text(),
  OIDC_ROLE_CLAIM: text(200),
  OIDC_ADMIN_ROLE: text(200),
  OIDC_SALES_ROLE: text(200),
  OIDC_LABEL: text(40),
  PASSWORD_SIGN_IN: z.pipe(
    text(),
    z.optional(z.enum(['on', 'off', '1', '0', 'true', 'false', 'yes', 'no'], 'must be on or off')),
  ),
}

type Environment = { readonly [Name in keyof typeof SIGN_IN_VARIABLES]?: string | undefined }

export interface SignInConfig {
  /** The company's own sign-in; absent: members log in here only. */
  oidc: OidcConfig | undefined
  hasPasswords: boolean
}

interface OidcConfig {
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim with a person's roles: its name, or a path with dots. */
  roleClaim: string
  /** The values of that claim that make someone an administrator or a rep; absent: no value does. */
  adminRole: string | undefined
  salesRole: string | undefined
  /** What people call it. */
  label: string
}

const isOff = (value: string | undefined): boolean => ['off', '0', 'false', 'no'].includes(value ?? '')

/** Lists what is wrong with these variables, each with its remedy. */
export function signInProblems(env: Environment): string[] {
  const problems = incompleteProblems(env, 'OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET')
  const { OIDC_ISSUER: issuer } = env
  if (issuer && !isSafe(issuer))
    problems.push('OIDC_ISSUER must be an https address, e.g. https://login.example.com (http only on this machine).')
  if (issuer && !env.OIDC_ADMIN_ROLE && !env.OIDC_SALES_ROLE)
    problems.push('OIDC_ISSUER needs OIDC_ADMIN_ROLE or OIDC_SALES_ROLE, or it would let no one in.')
  if (env.OIDC_ADMIN_ROLE && env.OIDC_ADMIN_ROLE === env.OIDC_SALES_ROLE)
    problems.push('OIDC_ADMIN_ROLE and OIDC_SALES_ROLE must differ.')
  if (isOff(env.PASSWORD_SIGN_IN) && !issuer)
    problems.push('PASSWORD_SIGN_IN=off needs OIDC_ISSUER, or no one could log in for the first time.')
  return problems
}

function isSafe(issuer: string): boolean {
  const { protocol, hostname } = URL.parse(issuer) ?? {}
  return protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname ?? ''))
}

/** Reads these variables once they have no problems. */
export function signInConfigOf(env: Environment): SignInConfig {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env
  const hasPasswords = !isOff(env.PASSWORD_SIGN_IN)
  if (!issuer || !clientId || !clientSecret) return { hasPasswords, oidc: undefined }
  const roles = {
    roleClaim: env.OIDC_ROLE_CLAIM ?? 'roles',
    adminRole: env.OIDC_ADMIN_ROLE,
    salesRole: env.OIDC_SALES_ROLE,
  }
  return {
    hasPasswords,
    oidc: { issuer, clientId, clientSecret, ...roles, label: env.OIDC_LABEL ?? 'your company account' },
  }
}
