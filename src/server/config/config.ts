/** Reads the environment once. Saved settings override it. A wrong value keeps the store from starting. */
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { ConnectionSource } from '#contract/admin/connections.ts'
import * as contract from '#contract/admin/settings.ts'
import type { Tier } from '#contract/catalogue/catalogue.ts'
import { BACKUP_VARIABLES, backupConfigOf, backupProblems } from '#server/platform/backup/backup-config.ts'
import type { Config } from '#server/platform/context.ts'
import { TrustedProxiesText } from '#server/platform/http/trusted-proxies.ts'
import * as configValues from '#server/platform/text/config-values.ts'
import { BOSS_VARIABLES, bossConfigOf, bossProblems } from './follow-up-boss-config.ts'
import { productionProblems, unguardedProblems } from './production-problems.ts'
import { SIGN_IN_VARIABLES, signInConfigOf, signInProblems } from './sign-in-config.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const Environment = z.object({
  NODE_ENV: configValues.textOr('development'),
  PORT: configValues.wholeNumberOr(3000, 0, 65_535),
  HOST: configValues.textOr('127.0.0.1'),
  PUBLIC_URL: configValues.text(),
  DATABASE_URL: configValues.text(2_000),
  DATA_DIR: configValues.textOr('./data'),
  SECRETS_FILE: configValues.text(),
  LOG_KEYS_FILE: configValues.text(),
  LOG_POLICY_FILE: configValues.text(),
  DATABASE_POOL: configValues.wholeNumberOr(20, 4, 200),
  DEMO: configValues.switchOr(undefined),
  ADMIN_EMAIL: configValues.text(254),
  ADMIN_PASSWORD: configValues.text(256),
  STRIPE_SECRET_KEY: configValues.text(),
  STRIPE_PUBLISHABLE_KEY: configValues.text(),
  STRIPE_WEBHOOK_SECRET: configValues.text(),
  STRIPE_API_BASE: configValues.text(),
  SMTP_URL: configValues.text(2_000),
  MAIL_FROM: configValues.text(),
  MAIL_DKIM_SELECTOR: configValues.text(63),
  TWILIO_ACCOUNT_SID: configValues.text(),
  TWILIO_AUTH_TOKEN: configValues.text(),
  TWILIO_FROM: configValues.text(),
  TRUST_PROXY: z.pipe(configValues.text(4_000), TrustedProxiesText),
  RATE_LIMITS: configValues.switchOr(true),
  HEAP: z.pipe(configValues.textOr('auto'), z.enum(['auto', 'small', 'large'], 'must be auto, small or large')),
  METRICS_TOKEN: configValues.text(),
  LOG_LEVEL: z.pipe(configValues.textOr('info'), z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  LOG_ADDRESSES: configValues.switchOr(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: configValues.text(),
  OTEL_SERVICE_NAME: configValues.textOr('leadyard'),
  ALLOW_SANDBOX: configValues.switchOr(false),
  WEBHOOKS_TO_LOOPBACK: configValues.switchOr(false),
  WEBHOOK_HOSTS: configValues.textOr(''),
  ...SIGN_IN_VARIABLES,
  ...BOSS_VARIABLES,
  SETTINGS: configValues.text(20_000),
  ...BACKUP_VARIABLES,
})

export type SaleCaps = Readonly<Record<Tier, number>>

export type EnvironmentName = keyof z.input<typeof Environment>

type FixedConfig = ReturnType<typeof fixedConfigOf>

declare module '#server/platform/context.ts' {
  interface Config extends FixedConfig, contract.SettingValues {
    mailFrom: string
    brand: { name: string; subsidiary: string; vipGroupUrl: string; supportEmail: string }
    saleCaps: SaleCaps
    isSecondFactorDemanded: boolean
  }
}

export const saleCapsOf = ({
  vipCap: vip,
  premierCap: premier,
  premiumCap: premium,
  standardCap,
}: contract.SettingValues) => ({ vip, premier, premium, standard: standardCap }) satisfies SaleCaps

/** Adds what follows from the settings. */
export function withSettings(values: FixedConfig & contract.SettingValues): Config {
  const { brandName: name, subsidiary, vipGroupUrl, supportEmail, fixedMailFrom } = values
  const brand = { name, subsidiary, vipGroupUrl, supportEmail }
  return {
    ...values,
    brand,
    mailFrom: fixedMailFrom ?? `${name} <${supportEmail}>`,
    saleCaps: saleCapsOf(values),
    isSecondFactorDemanded: values.adminSecondFactor === 'required',
  }
}

/** The start was refused; each of `problems` names a variable and its remedy. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/** @throws ConfigError naming every wrong or missing variable at once */
export function readConfig(given: Readonly<Record<string, string | undefined>> = process.env): Config {
  const { variables: environment, problems } = configValues.readVariableFiles(given, Object.keys(Environment.shape))
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error))
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'

  if (env.PUBLIC_URL && !configValues.isUrl(env.PUBLIC_URL, ['http:', 'https:']))
    problems.push('PUBLIC_URL must be an http or https address, e.g. https://shop.example.com.')
  else if (env.PUBLIC_URL && !configValues.isOrigin(env.PUBLIC_URL))
    problems.push(
      'PUBLIC_URL must be a host without a path, e.g. https://shop.example.com: the store cannot live below a path.',
    )
  if (env.DATABASE_URL && !configValues.isUrl(env.DATABASE_URL, ['postgres:', 'postgresql:']))
    problems.push('DATABASE_URL must look like postgres://user:password@host:5432/name.')
  if (env.STRIPE_API_BASE && !configValues.isUrl(env.STRIPE_API_BASE, ['http:', 'https:']))
    problems.push('STRIPE_API_BASE must be an http or https address.')
  else if (env.STRIPE_API_BASE && !/^\/(v1\/?)?$/.test(new URL(env.STRIPE_API_BASE).pathname))
    problems.push(
      'STRIPE_API_BASE must be a host without a path, e.g. http://127.0.0.1:8420: the API lies under /v1 there.',
    )
  if (env.SMTP_URL && !configValues.isUrl(env.SMTP_URL, ['smtp:', 'smtps:']))
    problems.push('SMTP_URL must look like smtps://user:password@host:465.')
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT && !configValues.isUrl(env.OTEL_EXPORTER_OTLP_ENDPOINT, ['http:', 'https:']))
    problems.push('OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address, e.g. http://127.0.0.1:4318.')
  problems.push(...configValues.incompleteProblems(env, 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'))
  if (env.TWILIO_ACCOUNT_SID && !/^AC[0-9a-f]{32}$/i.test(env.TWILIO_ACCOUNT_SID))
    problems.push('TWILIO_ACCOUNT_SID must be AC and 32 digits or letters, as the console shows it.')
  if (env.TWILIO_FROM && !/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i.test(env.TWILIO_FROM))
    problems.push('TWILIO_FROM must be a number like +15125550100, or the id of a messaging service (MG…).')
  problems.push(...configValues.incompleteProblems(env, 'ADMIN_EMAIL', 'ADMIN_PASSWORD'))
  if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < 6) problems.push('ADMIN_PASSWORD needs at least 6 characters.')
  problems.push(
    ...configValues.incompleteProblems(env, 'STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'),
  )
  if (env.STRIPE_API_BASE && !env.STRIPE_SECRET_KEY)
    problems.push('STRIPE_API_BASE needs the three STRIPE_ keys of that server.')
  problems.push(...signInProblems(env), ...bossProblems(env, isProduction))
  if (isProduction)
    problems.push(...productionProblems(env, configValues.blankIsAbsent(environment.TRUST_PROXY) !== undefined))
  else problems.push(...unguardedProblems(env))
  problems.push(...backupProblems(env))
  const initial = readInitialSettings(env.SETTINGS)
  problems.push(...initial.problems, ...formerProblems(environment))
  if (problems.length > 0) throw new ConfigError(problems)

  return withSettings({ ...defaultSettings(isProduction), ...initial.settings, ...fixedConfigOf(env, isProduction) })
}

/** What only a restart changes. */
function fixedConfigOf(env: z.output<typeof Environment>, isProduction: boolean) {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
  } = env
  const isSandboxAllowed = !isProduction || (env.ALLOW_SANDBOX ?? false)
  const sourceOf = (given: string | undefined): ConnectionSource =>
    given ? 'environment' : isSandboxAllowed ? 'sandbox' : 'none'
  const secretsFile = env.SECRETS_FILE ?? (env.DATABASE_URL ? undefined : join(env.DATA_DIR, 'secrets.json'))
  const logKeysFile = env.LOG_KEYS_FILE ?? (secretsFile && join(dirname(secretsFile), 'log-keys.json'))
  return {
    ...signInConfigOf(env),
    isProduction,
    port: env.PORT,
    host: env.HOST,
    /** Absent while the port is not known yet. */
    publicUrl: (env.PUBLIC_URL ?? (env.PORT === 0 ? undefined : `http://localhost:${env.PORT}`))?.replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    // These files must never be in the database. Without the first, the secrets are in the database; without the second,
    // the store keeps no public log of delivered leads; without the third, the log needs no witnesses.
    secretsFile,
    logKeysFile: logKeysFile === 'off' ? undefined : logKeysFile,
    logPolicyFile: env.LOG_POLICY_FILE,
    databasePool: env.DATABASE_POOL,
    isDemo: env.DEMO ?? (!env.DATABASE_URL && !isProduction),
    admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
    stripe: secretKey && publishableKey && webhookSecret ? { secretKey, publishableKey, webhookSecret } : undefined,
    /** The origin of another server that speaks Stripe's API. */
    stripeApiBase: env.STRIPE_API_BASE && new URL(env.STRIPE_API_BASE).origin,
    smtpUrl: env.SMTP_URL,
    /** What each connection comes from; keep-settings.ts adds what an administrator connected where the environment has none. */
    connections: { cards: sourceOf(secretKey), mail: sourceOf(env.SMTP_URL), texts: sourceOf(accountSid) },
    /** `from`: a number as E.164, or the id of a messaging service. Absent: the sandbox's phone. */
    twilio: accountSid && authToken && from ? { accountSid, authToken, from } : undefined,
    /** Absent: the brand, at its support address. */
    fixedMailFrom: env.MAIL_FROM,
    /** The name under which the mail service publishes its DKIM key; absent: usual names are tried. */
    dkimSelector: env.MAIL_DKIM_SELECTOR,
    trustedProxies: env.TRUST_PROXY,
    hasRateLimits: env.RATE_LIMITS ?? true,
    metricsToken: env.METRICS_TOKEN,
    logLevel: env.LOG_LEVEL,
    hasLoggedAddresses: env.LOG_ADDRESSES ?? false,
    telemetry: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''), serviceName: env.OTEL_SERVICE_NAME }
      : undefined,
    isSandboxAllowed,
    mayCallLoopback: !isProduction && (env.WEBHOOKS_TO_LOOPBACK ?? false),
    webhookHosts: env.WEBHOOK_HOSTS.toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
    ...bossConfigOf(env),
    backup: backupConfigOf(env),
  }
}

/** Reads only what a restore needs. @param to instead of `BACKUP_TO` @throws ConfigError naming every wrong variable */
export function readBackupConfig(to: string | undefined, environment = process.env) {
  const parsed = z.object(BACKUP_VARIABLES).safeParse({
    ...configValues.readVariableFiles(environment, Object.keys(BACKUP_VARIABLES)).variables,
    ...(to === undefined ? {} : { BACKUP_TO: to }),
  })
  const problems = parsed.success ? backupProblems(parsed.data) : describeIssues(parsed.error)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return backupConfigOf(parsed.data)
}

const describeIssues = ({ issues }: Pick<z.core.$ZodError, 'issues'>): string[] =>
  issues.map((issue) => `${String(issue.path[0])}: ${issue.message}. See docs/generated/env.md.`)

/** Production offers no Cash App until it is told where the money goes. */
const defaultSettings = (isProduction: boolean): contract.SettingValues =>
  isProduction ? { ...contract.USUAL_SETTINGS, cashAppHandle: '' } : contract.USUAL_SETTINGS

/** The store has these texts itself now. Naming them still must not keep it from starting. */
const FORMER_SETTINGS: readonly string[] = ['termsUrl', 'termsVersion', 'privacyUrl']

/** @param json the value of `SETTINGS` @returns the settings in it, and what is wrong with it */
function readInitialSettings(json: string | undefined): {
  settings: Partial<contract.SettingValues>
  problems: readonly string[]
} {
  if (json === undefined) return { settings: {}, problems: [] }
  let given: unknown = null
  try {
    given = JSON.parse(json)
  } catch {
    // What is no object is refused next.
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { settings: {}, problems: ['SETTINGS must be JSON such as {"brandName":"Plot & Co"}.'] }
  const problems = Object.entries(given).flatMap(([name, value]) => {
    const known = contract.SETTING_NAMES.find((one) => one === name)
    if (FORMER_SETTINGS.includes(name)) return []
    if (!known) return [`SETTINGS: there is no setting "${name}". See docs/generated/env.md.`]
    const problem = contract.settingProblem(known, value)
    return problem ? [`SETTINGS: ${name}: ${problem}`] : []
  })
  return { settings: problems.length > 0 ? {} : given, problems }
}

/** Variables that became settings. If they were ignored, an upgraded store would quietly lose its name or its handle. */
const FORMER_VARIABLES: Readonly<Record<string, contract.SettingName>> = {
  BRAND_NAME: 'brandName',
  BRAND_SUBSIDIARY: 'subsidiary',
  SUPPORT_EMAIL: 'supportEmail',
  VIP_GROUP_URL: 'vipGroupUrl',
  CASH_APP_HANDLE: 'cashAppHandle',
  HOLD_MINUTES: 'holdMinutes',
  LINK_HOURS: 'linkHours',
  DELIVERY_DAYS: 'deliveryDays',
  LEAD_DAYS: 'leadDays',
  TIME_ZONE: 'timeZone',
  COMMISSION_PERCENT: 'usualCommissionBps',
  LATE_CREDIT_PERCENT: 'lateCreditBps',
  RETURNING_CREDIT_PERCENT: 'returningCreditBps',
}

/** What an environment written for an earlier version still sets, each with its remedy. */
const formerProblems = (environment: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(FORMER_VARIABLES).flatMap(([former, name]) =>
    [former, `${former}_FILE`]
      .filter((variable) => environment[variable]?.trim())
      .map(
        (variable) =>
          `${variable} is now the setting "${contract.settingNamed(name).label}": set ${name} in SETTINGS instead.`,
      ),
  )
