/** What a store must not open with: sandbox parts in production, connections without TLS, real money outside production. */
import { type SettingValues, settingNamed, USUAL_SETTINGS } from '#contract/admin/settings.ts'
import { isLoopbackHost } from '#server/platform/text/config-values.ts'

type Name = 'PUBLIC_URL' | 'DATABASE_URL' | 'SMTP_URL' | 'MAIL_FROM'
type StripeName = `STRIPE_${'SECRET_KEY' | 'PUBLISHABLE_KEY' | 'WEBHOOK_SECRET' | 'API_BASE'}`
type Switch = 'ALLOW_SANDBOX' | 'DEMO' | 'WEBHOOKS_TO_LOOPBACK'
type Checked = Readonly<Partial<Record<Name | StripeName, string | undefined>>> &
  Readonly<Partial<Record<Switch, boolean | undefined>>>

const LIVE_KEY = /^[spr]k_live_/
/** Whether a card key takes real money. */
export const isLiveKey = (key: string | undefined): boolean => LIVE_KEY.test(key ?? '')
/** TLS that also checks the certificate; node-postgres treats `require` and `verify-ca` like `verify-full`. */
const TLS_MODES = ['require', 'verify-ca', 'verify-full']

/** Outside production the sandbox mailbox keeps real buyers' emails, and administrators have demo passwords. */
export function unguardedProblems(env: Checked): string[] {
  const remedy = 'set NODE_ENV=production (with ALLOW_SANDBOX=1 on a staging host)'
  const problems: string[] = []
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const)
    if (isLiveKey(env[name]))
      problems.push(
        `${name} is a live key, which takes real money: set NODE_ENV=production, or use the test key (${name.includes('SECRET') ? 'sk' : 'pk'}_test_…).`,
      )
  if (env.PUBLIC_URL?.toLowerCase().startsWith('https:'))
    problems.push(`PUBLIC_URL is an https address, so the store is public: ${remedy}.`)
  return problems
}

/** `ALLOW_SANDBOX=1` permits missing parts, not unprotected data. @param isProxyStated TRUST_PROXY was set */
export function productionProblems(env: Checked, isProxyStated: boolean): string[] {
  const problems = env.ALLOW_SANDBOX ? [] : sandboxProblems(env)
  if (!isProxyStated && env.PUBLIC_URL?.toLowerCase().startsWith('https:'))
    problems.push(
      'TRUST_PROXY is missing: behind a proxy all clients would count as one. Set it to the addresses or the number of proxies in front ' +
        'of this process that append to X-Forwarded-For, or to 0 if there is none.',
    )
  if (env.WEBHOOKS_TO_LOOPBACK)
    problems.push(
      'WEBHOOKS_TO_LOOPBACK lets buyers call programs on this machine, which only a test may allow: remove it.',
    )
  return [...problems, ...plainTextProblems(env)]
}

function sandboxProblems(env: Checked): string[] {
  const staging = 'or set ALLOW_SANDBOX=1 on a staging host'
  const problems: string[] = []
  if (!env.PUBLIC_URL?.startsWith('https://'))
    problems.push(`PUBLIC_URL must be the store's https address in production, ${staging}.`)
  if (!env.DATABASE_URL)
    problems.push(`DATABASE_URL is missing: production keeps its data in a PostgreSQL of yours, ${staging}.`)
  // Without card keys, a mail server or an SMS service, an administrator connects them under Settings.
  if (env.SMTP_URL && !env.MAIL_FROM)
    problems.push(`MAIL_FROM is missing: set the sender of what SMTP_URL sends, ${staging}.`)
  if (env.STRIPE_API_BASE)
    problems.push(`STRIPE_API_BASE must be absent: a card form of ours stands in for the provider's there, ${staging}.`)
  if (env.DEMO) problems.push(`DEMO must be off in production, ${staging}.`)
  return problems
}

const PLACEHOLDERS = ['supportEmail', 'supportPhone', 'postalAddress', 'vipGroupUrl'] as const

/** What buyers would read and could not reach anyone by. */
export const placeholderProblems = (settings: SettingValues): string[] =>
  PLACEHOLDERS.filter((name) => settings[name] === USUAL_SETTINGS[name]).map(
    (name) => `${settingNamed(name).label} is still “${settings[name]}”: set ${name} in SETTINGS to your own.`,
  )

/** Lists connections to other machines that someone on the way could read. Loopback needs no TLS. */
function plainTextProblems(env: Checked): string[] {
  const problems: string[] = []
  const [database, mail, stripe] = [env.DATABASE_URL, env.SMTP_URL, env.STRIPE_API_BASE].map((url) =>
    url ? URL.parse(url) : null,
  )
  if (database && !isDatabaseEncrypted(database))
    problems.push(
      'DATABASE_URL must demand TLS in production: add ?sslmode=verify-full to it, and &sslrootcert=/path/to/ca.pem when ' +
        "the server's certificate is signed by a CA of your own.",
    )
  if (mail && !isMailEncrypted(mail))
    problems.push(
      'SMTP_URL turns TLS off, which production does not allow: use smtps://, or smtp:// for a server that offers ' +
        'STARTTLS, without requireTLS=false and tls.rejectUnauthorized=false in it.',
    )
  if (stripe && stripe.protocol !== 'https:' && !isLoopbackHost(stripe.hostname))
    problems.push('STRIPE_API_BASE must be an https address in production, unless it is on this machine.')
  return problems
}

/** Reads the URL as node-postgres does: a host among its parameters wins, and one that starts with `/` is a socket. */
function isDatabaseEncrypted({ hostname, searchParams }: URL): boolean {
  const host = decodeURIComponent(searchParams.getAll('host').at(-1) || hostname)
  if (host.startsWith('/') || isLoopbackHost(host)) return true
  const weaker = ['ssl', 'uselibpqcompat'].some((name) => searchParams.has(name))
  return !weaker && TLS_MODES.includes(searchParams.getAll('sslmode').at(-1) ?? '')
}

/** The gateway demands STARTTLS for `smtp://`, unless the URL itself says otherwise: nodemailer lets the URL win. */
function isMailEncrypted({ hostname, searchParams }: URL): boolean {
  const isOff = (name: string) => searchParams.getAll(name).some((value) => value !== 'true')
  return isLoopbackHost(hostname) || !(isOff('requireTLS') || isOff('tls.rejectUnauthorized'))
}
