/** The meaning of each environment variable, in words. */
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import type { EnvironmentName } from './config.ts'

/** Each variable's meaning and default, for people: docs/generated/env.md and the README are made from it. */
export const CONFIG_VARIABLES: readonly {
  name: EnvironmentName
  meaning: string
  defaultText: string
}[] = [
  { name: 'PORT', meaning: 'Port to listen on; 0 picks a free one.', defaultText: '3000' },
  { name: 'HOST', meaning: 'Address to listen on.', defaultText: '127.0.0.1' },
  {
    name: 'PUBLIC_URL',
    meaning:
      'The store’s public URL, a host without a path, used for all links in emails. An https URL needs NODE_ENV=production.',
    defaultText: 'http://localhost:PORT',
  },
  {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL 15 or newer. If absent, embedded PostgreSQL 18 in DATA_DIR. In production, a database on another machine needs sslmode=verify-full.',
    defaultText: 'absent',
  },
  {
    name: 'DATABASE_POOL',
    meaning:
      'Maximum of database connections of this node. Of 16 or more, 8 are for jobs, readiness and the sandbox alone.',
    defaultText: '20',
  },
  { name: 'DATA_DIR', meaning: 'Folder for the embedded database and the demo passwords.', defaultText: './data' },
  {
    name: 'SECRETS_FILE',
    meaning:
      'File with the store’s own secrets, created at the first start, the same for all nodes. If absent with DATABASE_URL, they are kept in the database, where a copy of it has them too.',
    defaultText: 'secrets.json in DATA_DIR; with DATABASE_URL: absent',
  },
  {
    name: 'LOG_KEYS_FILE',
    meaning:
      'File with the keys of the public log of delivered leads, created at the first delivery. Back it up on its own, away from the database. `off`: the store keeps no log.',
    defaultText: 'log-keys.json beside SECRETS_FILE; without that: absent',
  },
  {
    name: 'LOG_POLICY_FILE',
    meaning:
      'The witnesses of the log and how many of them must sign, as `witness`, `group` and `quorum` lines of c2sp.org/tlog-policy.',
    defaultText: 'absent: no witnesses',
  },
  {
    name: 'DEMO',
    meaning: '1 creates demo accounts, stock and sales. On by default without DATABASE_URL outside production.',
    defaultText: 'see meaning',
  },
  {
    name: 'ADMIN_EMAIL',
    meaning:
      'Each start creates this administrator if there is none, and never changes an existing one, even under a new address.',
    defaultText: 'absent',
  },
  {
    name: 'ADMIN_PASSWORD',
    meaning: 'Initial password of ADMIN_EMAIL. Production refuses one that is easy to guess.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    meaning:
      'Stripe’s secret key. If absent, the built-in sandbox is used and no real money moves. A live key needs NODE_ENV=production.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    meaning: 'Stripe’s key for browsers; required with the secret key.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    meaning: 'Verifies calls to /api/webhooks/stripe; required with the secret key.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_API_BASE',
    meaning:
      'Another Stripe-compatible server for tests, such as http://127.0.0.1:8420. Browsers must reach it too. In production, a server on another machine needs https.',
    defaultText: 'Stripe',
  },
  {
    name: 'SMTP_URL',
    meaning:
      'Mail server. If absent, the sandbox mailbox at /sandbox/mailbox. In production, smtp:// to another machine needs STARTTLS.',
    defaultText: 'absent',
  },
  { name: 'MAIL_FROM', meaning: 'Sender of all emails.', defaultText: 'BRAND_NAME <SUPPORT_EMAIL>' },
  {
    name: 'MAIL_DKIM_SELECTOR',
    meaning: 'Name of the DKIM key that your mail service gave you, for the setup checklist.',
    defaultText: 'usual names are tried',
  },
  {
    name: 'TWILIO_ACCOUNT_SID',
    meaning: 'Sends SMS through Twilio. If absent, the sandbox phone at /sandbox/phone.',
    defaultText: 'absent',
  },
  {
    name: 'TWILIO_AUTH_TOKEN',
    meaning: 'Verifies calls to /api/webhooks/twilio/status and …/inbound; required with TWILIO_ACCOUNT_SID.',
    defaultText: 'absent',
  },
  {
    name: 'TWILIO_FROM',
    meaning: 'Sender of all texts: a number such as +15125550100, or a messaging service (MG…).',
    defaultText: 'absent',
  },
  {
    name: 'OIDC_ISSUER',
    meaning:
      'Your company’s own sign-in (OpenID Connect) for the team: the issuer’s https address. Register PUBLIC_URL/login there as the redirect address.',
    defaultText: 'absent',
  },
  { name: 'OIDC_CLIENT_ID', meaning: 'The store’s client id at the issuer.', defaultText: 'absent' },
  { name: 'OIDC_CLIENT_SECRET', meaning: 'The store’s client secret at the issuer.', defaultText: 'absent' },
  {
    name: 'OIDC_ROLE_CLAIM',
    meaning: 'The claim with a person’s roles: its name, or a path with dots such as realm_access.roles.',
    defaultText: 'roles',
  },
  {
    name: 'OIDC_ADMIN_ROLE',
    meaning:
      'The role at the issuer that makes an administrator. This or OIDC_SALES_ROLE is required with OIDC_ISSUER.',
    defaultText: 'absent',
  },
  { name: 'OIDC_SALES_ROLE', meaning: 'The role at the issuer that makes a sales rep.', defaultText: 'absent' },
  {
    name: 'OIDC_LABEL',
    meaning: 'What your team calls that sign-in, on the button: “Sign in with OIDC_LABEL”.',
    defaultText: 'your company account',
  },
  {
    name: 'PASSWORD_SIGN_IN',
    meaning: 'off turns passwords off: members sign in at the issuer or with a passkey. Needs OIDC_ISSUER.',
    defaultText: 'on',
  },
  { name: 'HOLD_MINUTES', meaning: 'How long a cart holds a package; may be a fraction.', defaultText: '30' },
  { name: 'LINK_HOURS', meaning: 'How long a payment link is valid; may be a fraction.', defaultText: '24' },
  {
    name: 'LEAD_DAYS',
    meaning: 'Days to keep personal data of a lead after it was acquired or sold; at least 92.',
    defaultText: '180',
  },
  { name: 'DELIVERY_DAYS', meaning: 'Days to keep delivered files and their links.', defaultText: '30' },
  {
    name: 'TRUST_PROXY',
    meaning:
      'Whose X-Forwarded-For counts: the addresses or ranges of the proxies in front of this process, such as 10.0.0.5,172.30.0.0/24, with the names loopback, linklocal and uniquelocal; or the number of those proxies, if no one else can reach this process. 0 if there is none. Required in production with https.',
    defaultText: '0',
  },
  { name: 'RATE_LIMITS', meaning: 'on, or off for a load test.', defaultText: 'on' },
  {
    name: 'METRICS_TOKEN',
    meaning: 'Bearer token for /metrics from other machines; loopback needs none.',
    defaultText: 'absent',
  },
  { name: 'LOG_LEVEL', meaning: 'fatal, error, warn, info, debug, trace or silent.', defaultText: 'info' },
  { name: 'BRAND_NAME', meaning: 'Brand name that the store shows.', defaultText: 'Leadyard' },
  { name: 'BRAND_SUBSIDIARY', meaning: 'Line under the brand name.', defaultText: 'Real-estate leads by county' },
  {
    name: 'VIP_GROUP_URL',
    meaning: 'External sign-up page of the VIP group.',
    defaultText: 'https://example.com/vip-buyers',
  },
  {
    name: 'CASH_APP_HANDLE',
    meaning: 'Recipient of Cash App transfers. If absent, Cash App is not offered.',
    defaultText: '$leadyard outside production',
  },
  { name: 'SUPPORT_EMAIL', meaning: 'Where people ask for help.', defaultText: 'support@example.com' },
  {
    name: 'TIME_ZONE',
    meaning: 'Time zone of the store’s days and planned prices, as an IANA name.',
    defaultText: USUAL_STORE_ZONE,
  },
  { name: 'COMMISSION_PERCENT', meaning: 'Commission of a new rep, until someone changes it.', defaultText: '10' },
  {
    name: 'LATE_CREDIT_PERCENT',
    meaning: 'Store credit for a package delivered after 24 hours, as a share of its price paid; 0 for none.',
    defaultText: '10',
  },
  {
    name: 'RETURNING_CREDIT_PERCENT',
    meaning:
      'Store credit for each order after a customer’s first, as a share of what was paid; 0 for none, and no page promises it.',
    defaultText: '5',
  },
  {
    name: 'NODE_ENV',
    meaning:
      'production refuses to start with sandbox parts, a missing secret, a PUBLIC_URL without https, or connections without TLS.',
    defaultText: 'development',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Address of an OpenTelemetry collector that takes OTLP over http, e.g. http://127.0.0.1:4318. Traces and metrics go there as JSON. OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG and OTEL_EXPORTER_OTLP_HEADERS work as usual.',
    defaultText: 'absent: nothing is traced',
  },
  {
    name: 'OTEL_SERVICE_NAME',
    meaning: 'The name of this store in traces and exported metrics.',
    defaultText: 'leadyard',
  },
  {
    name: 'ALLOW_SANDBOX',
    meaning: '1 lets production start with sandbox parts, for a staging host.',
    defaultText: '0',
  },
  {
    name: 'WEBHOOKS_TO_LOOPBACK',
    meaning:
      '1 lets buyers’ webhooks call this machine, also over http, to try them out. Production does not start with it.',
    defaultText: '0',
  },
  {
    name: 'FOLLOW_UP_BOSS_SYSTEM',
    meaning:
      'The name under which this store is registered at https://apps.followupboss.com/system-registration. With its key, buyers can have their leads sent to Follow Up Boss.',
    defaultText: 'absent',
  },
  {
    name: 'FOLLOW_UP_BOSS_SYSTEM_KEY',
    meaning: 'The key of that registration.',
    defaultText: 'absent',
  },
  {
    name: 'FOLLOW_UP_BOSS_API_BASE',
    meaning: 'A server that stands in for Follow Up Boss in tests. Production does not start with it.',
    defaultText: 'absent',
  },
  {
    name: 'BACKUP_TO',
    meaning:
      'Where backups of the embedded database go: a folder on another disk or machine, or s3://bucket/prefix. See docs/runbooks/backups.md.',
    defaultText: 'absent: no backups',
  },
  {
    name: 'BACKUP_RECIPIENT',
    meaning:
      'Public key of age (age1…) that backups are encrypted for. The store needs no more to make them. A bucket needs this or BACKUP_KEY.',
    defaultText: 'the key of BACKUP_KEY',
  },
  {
    name: 'BACKUP_KEY',
    meaning:
      'Secret key of age (AGE-SECRET-KEY-1…). A restore needs it. With it, the store also restores a backup every week to see that it works.',
    defaultText: 'absent',
  },
  {
    name: 'BACKUP_KEEP_DAYS',
    meaning: 'Any time within so many days can be restored. Older backups are removed, but never the last one.',
    defaultText: '14',
  },
  {
    name: 'BACKUP_S3_ENDPOINT',
    meaning: 'Another server with the API of S3, such as https://minio.example.com.',
    defaultText: 'Amazon S3',
  },
  { name: 'AWS_ACCESS_KEY_ID', meaning: 'Access key for a bucket in BACKUP_TO.', defaultText: 'absent' },
  { name: 'AWS_SECRET_ACCESS_KEY', meaning: 'Secret of that access key.', defaultText: 'absent' },
  { name: 'AWS_SESSION_TOKEN', meaning: 'Token of a temporary access key.', defaultText: 'absent' },
  { name: 'AWS_REGION', meaning: 'Region of the bucket.', defaultText: 'us-east-1' },
]
