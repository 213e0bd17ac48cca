import type { EnvironmentName } from './config.ts'

/** A text that ends with `Default:` and words; without those, the variable is absent by default. */
const MEANINGS: Partial<Record<EnvironmentName, string>> = {
  PORT: 'Port to listen on; 0 picks a free one. Default: 3000',
  HOST: 'Address to listen on. Default: 127.0.0.1',
  PUBLIC_URL:
    'The store’s public URL, a host without a path, used for all links in emails. An https URL needs NODE_ENV=production. Default: http://localhost:PORT',
  DATABASE_URL:
    'PostgreSQL 15 or newer. If absent, embedded PostgreSQL 18 in DATA_DIR. In production, a database on another machine needs sslmode=verify-full.',
  DATABASE_POOL:
    'Maximum of database connections of this node. Of 16 or more, 8 are for jobs, readiness and the sandbox alone. Default: 20',
  DATA_DIR: 'Folder for the embedded database and the demo passwords. Default: ./data',
  SECRETS_FILE:
    'File with the store’s own secrets, created at the first start, the same for all nodes. If absent with DATABASE_URL, they are kept in the database, where a copy of it has them too. Default: secrets.json in DATA_DIR; with DATABASE_URL: absent',
  LOG_KEYS_FILE:
    'File with the keys of the public log of delivered leads, created at the first delivery. Back it up on its own, away from the database. `off`: the store keeps no log. Default: log-keys.json beside SECRETS_FILE; without that: absent',
  LOG_POLICY_FILE:
    'The witnesses of the log and how many of them must sign, as `witness`, `group` and `quorum` lines of c2sp.org/tlog-policy. Default: absent: no witnesses',
  DEMO: '1 creates demo accounts, stock and sales. On by default without DATABASE_URL outside production. Default: see meaning',
  ADMIN_EMAIL:
    'Each start creates this administrator if there is none, and never changes an existing one, even under a new address.',
  ADMIN_PASSWORD: 'Initial password of ADMIN_EMAIL. Production refuses one that is easy to guess.',
  STRIPE_SECRET_KEY:
    'Stripe’s secret key. If absent, what an administrator connected under Settings, else the sandbox, where no real money moves; in production no card payments. A live key needs NODE_ENV=production.',
  STRIPE_PUBLISHABLE_KEY: 'Stripe’s key for browsers; required with the secret key.',
  STRIPE_WEBHOOK_SECRET: 'Verifies calls to /api/webhooks/stripe; required with the secret key.',
  STRIPE_API_BASE:
    'Another Stripe-compatible server for tests, such as http://127.0.0.1:8420. Browsers must reach it too. In production, a server on another machine needs https. Default: Stripe',
  SMTP_URL:
    'Mail server. If absent, what an administrator connected under Settings, else the sandbox mailbox at /sandbox/mailbox; in production emails wait. In production, smtp:// to another machine needs STARTTLS.',
  MAIL_FROM: 'Sender of all emails. Default: the brand, at its support address',
  MAIL_DKIM_SELECTOR:
    'Name of the DKIM key that your mail service gave you, for the setup checklist. Default: usual names are tried',
  TWILIO_ACCOUNT_SID:
    'Sends SMS through Twilio. If absent, what an administrator connected under Settings, else the sandbox phone at /sandbox/phone; in production buyers get emails instead.',
  TWILIO_AUTH_TOKEN: 'Verifies calls to /api/webhooks/twilio/status and …/inbound; required with TWILIO_ACCOUNT_SID.',
  TWILIO_FROM: 'Sender of all texts: a number such as +15125550100, or a messaging service (MG…).',
  OIDC_ISSUER:
    'Your company’s own sign-in (OpenID Connect) for the team: the issuer’s https address. Register PUBLIC_URL/login there as the redirect address.',
  OIDC_CLIENT_ID: 'The store’s client id at the issuer.',
  OIDC_CLIENT_SECRET: 'The store’s client secret at the issuer.',
  OIDC_ROLE_CLAIM:
    'The claim with a person’s roles: its name, or a path with dots such as realm_access.roles. Default: roles',
  OIDC_ADMIN_ROLE:
    'The role at the issuer that makes an administrator. This or OIDC_SALES_ROLE is required with OIDC_ISSUER.',
  OIDC_SALES_ROLE: 'The role at the issuer that makes a sales rep.',
  OIDC_LABEL:
    'What your team calls that sign-in, on the button: “Log in with OIDC_LABEL”. Default: your company account',
  PASSWORD_SIGN_IN:
    'off turns passwords off: members log in at the issuer or with a passkey. Needs OIDC_ISSUER. Default: on',
  TRUST_PROXY:
    'Whose X-Forwarded-For counts: the addresses or ranges of the proxies in front of this process, such as 10.0.0.5,172.30.0.0/24, with the names loopback, linklocal and uniquelocal; or the number of those proxies, if no one else can reach this process. 0 if there is none. Required in production with https. Default: 0',
  RATE_LIMITS: 'on, or off for a load test. Default: on',
  HEAP: 'How much memory Node may use before it collects: small (180 MB in all), large (350 MB, and faster), or auto: large with 1 GB at hand. Default: auto',
  METRICS_TOKEN: 'Bearer token for /metrics from other machines; loopback needs none.',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent; debug also logs each read. Default: info',
  LOG_ADDRESSES:
    '1 logs the network address of each call. That is personal data: your privacy text must say so, and your logs must be deleted in time. Default: 0',
  SETTINGS:
    'Initial settings as JSON, such as {"brandName":"Plot & Co","holdMinutes":20}; usually in a file that SETTINGS_FILE names. Each counts until an administrator saves another value on the Settings page. Their names are below. Default: the usual values',
  NODE_ENV:
    'production refuses to start with sandbox parts, with example values in the settings that buyers read, a PUBLIC_URL without https, or connections without TLS. Default: development',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'Address of an OpenTelemetry collector that takes OTLP over http, e.g. http://127.0.0.1:4318. Traces and metrics go there as JSON. OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG and OTEL_EXPORTER_OTLP_HEADERS work as usual. Default: absent: nothing is traced',
  OTEL_SERVICE_NAME: 'The name of this store in traces and exported metrics. Default: leadyard',
  ALLOW_SANDBOX: '1 lets production start with sandbox parts, for a staging host. Default: 0',
  WEBHOOK_HOSTS:
    'Hosts inside your network that the store’s webhooks may call, over http too, such as n8n.office.example,10.0.0.5. Webhooks of buyers never reach them. Default: none',
  WEBHOOKS_TO_LOOPBACK:
    '1 lets buyers’ webhooks call this machine, also over http, to try them out. Production does not start with it. Default: 0',
  FOLLOW_UP_BOSS_SYSTEM:
    'The name under which this store is registered at https://apps.followupboss.com/system-registration. With its key, buyers can have their leads sent to Follow Up Boss.',
  FOLLOW_UP_BOSS_SYSTEM_KEY: 'The key of that registration.',
  FOLLOW_UP_BOSS_API_BASE: 'A server that stands in for Follow Up Boss in tests. Production does not start with it.',
  BACKUP_TO:
    'Folder for backups of the embedded database, on another disk or machine. See docs/runbooks/backups.md. Default: absent: no backups',
  BACKUP_RECIPIENT:
    'Public key of age (age1…) that backups are encrypted for. The store needs no more to make them. Default: the key of BACKUP_KEY',
  BACKUP_KEY:
    'Secret key of age (AGE-SECRET-KEY-1…). A restore needs it. With it, the store also restores a backup every week to see that it works.',
  BACKUP_KEEP_DAYS:
    'For so many days the last backup of each day is kept; of the last day, all are. The newest is never removed. Default: 14',
}

/** Each variable's meaning and default, for people: docs/generated/env.md and the README are made from it. */
export const CONFIG_VARIABLES = Object.entries(MEANINGS).map(([name, text]) => {
  const [meaning = '', defaultText = 'absent'] = text.split(' Default: ')
  return { name, meaning, defaultText }
})
