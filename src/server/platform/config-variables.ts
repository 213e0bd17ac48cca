/** What the variables of the environment mean, in words. */
import { USUAL_STORE_ZONE } from '#contract/store-zone.ts'
import type { EnvironmentName } from './config.ts'

/** Each variable's meaning and default, for people: docs/generated/env.md and the README are made from it. */
export const CONFIG_VARIABLES: readonly {
  name: EnvironmentName
  meaning: string
  defaultText: string
}[] = [
  { name: 'PORT', meaning: 'Port to listen on; 0 takes a free one.', defaultText: '3000' },
  { name: 'HOST', meaning: 'Address to listen on.', defaultText: '127.0.0.1' },
  {
    name: 'PUBLIC_URL',
    meaning:
      'Where people reach the store; the only base of links in mails. An https address needs NODE_ENV=production.',
    defaultText: 'http://localhost:PORT',
  },
  {
    name: 'DATABASE_URL',
    meaning:
      'PostgreSQL 15 or newer; absent: embedded PostgreSQL 18 in DATA_DIR. On another machine production needs sslmode=verify-full in it.',
    defaultText: 'absent',
  },
  {
    name: 'PROCESSES',
    meaning: '2 gives jobs, timers and the sandbox a process of their own, for a machine with cores to spare; or 1.',
    defaultText: '1',
  },
  { name: 'DATABASE_POOL', meaning: 'Connections each process of this node may open.', defaultText: '20' },
  { name: 'DATA_DIR', meaning: 'Folder of the embedded database and of the demo passwords.', defaultText: './data' },
  {
    name: 'DEMO',
    meaning: 'Demo accounts, stock and sales: on without DATABASE_URL outside production, else only when 1.',
    defaultText: 'see left',
  },
  {
    name: 'ADMIN_EMAIL',
    meaning:
      'This administrator exists after every start: made when absent, never overwritten. One who took another address since is there, and is not made again.',
    defaultText: 'absent',
  },
  {
    name: 'ADMIN_PASSWORD',
    meaning: 'The first password of ADMIN_EMAIL. Production refuses one that is easy to guess.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    meaning: 'Absent: the built-in sandbox, no real money moves. A live key needs NODE_ENV=production.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_PUBLISHABLE_KEY',
    meaning: 'The key the browser uses; comes with the secret key.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    meaning: 'Signs /api/webhooks/stripe; comes with the secret key.',
    defaultText: 'absent',
  },
  {
    name: 'STRIPE_API_BASE',
    meaning:
      'Another Stripe-compatible server for tests, e.g. http://127.0.0.1:8420; browsers must reach it there too. On another machine it needs https in production.',
    defaultText: 'Stripe',
  },
  {
    name: 'SMTP_URL',
    meaning:
      'Mail server; absent: the sandbox mailbox at /sandbox/mailbox. smtp:// to another machine needs STARTTLS there in production.',
    defaultText: 'absent',
  },
  { name: 'MAIL_FROM', meaning: 'Sender of all mails.', defaultText: 'BRAND_NAME <SUPPORT_EMAIL>' },
  {
    name: 'TWILIO_ACCOUNT_SID',
    meaning: 'SMS through Twilio; absent: the sandbox phone at /sandbox/phone.',
    defaultText: 'absent',
  },
  {
    name: 'TWILIO_AUTH_TOKEN',
    meaning: 'Signs /api/webhooks/twilio/status and …/inbound; comes with TWILIO_ACCOUNT_SID.',
    defaultText: 'absent',
  },
  {
    name: 'TWILIO_FROM',
    meaning: 'Sender of all texts: a number as +15125550100, or a messaging service (MG…).',
    defaultText: 'absent',
  },
  { name: 'HOLD_MINUTES', meaning: 'How long a cart holds a package; fractions work.', defaultText: '30' },
  { name: 'LINK_HOURS', meaning: 'How long a payment link lives; fractions work.', defaultText: '24' },
  {
    name: 'LEAD_DAYS',
    meaning: 'How long personal data of leads is kept, in days after a lead was acquired or sold; 92 at least.',
    defaultText: '180',
  },
  { name: 'DELIVERY_DAYS', meaning: 'How long delivered files and the links to them are kept.', defaultText: '30' },
  {
    name: 'TRUST_PROXY',
    meaning:
      'How many proxies in front of this process append to X-Forwarded-For; 0 when it is reached directly. Must be set in production on https.',
    defaultText: '0',
  },
  { name: 'RATE_LIMITS', meaning: 'on, or off for a load test.', defaultText: 'on' },
  {
    name: 'METRICS_TOKEN',
    meaning: 'Bearer token for /metrics from other machines; loopback needs none.',
    defaultText: 'absent',
  },
  { name: 'LOG_LEVEL', meaning: 'fatal, error, warn, info, debug, trace or silent.', defaultText: 'info' },
  { name: 'BRAND_NAME', meaning: 'Shown brand.', defaultText: 'Leadyard' },
  { name: 'BRAND_SUBSIDIARY', meaning: 'The line under the brand.', defaultText: 'Real-estate leads by county' },
  {
    name: 'VIP_GROUP_URL',
    meaning: 'External sign-up page of the VIP group.',
    defaultText: 'https://example.com/vip-buyers',
  },
  {
    name: 'CASH_APP_HANDLE',
    meaning: 'Recipient of cash-app payments; absent: the cash app is not offered.',
    defaultText: '$leadyard outside production',
  },
  { name: 'SUPPORT_EMAIL', meaning: 'Where people ask for help.', defaultText: 'support@example.com' },
  {
    name: 'TIME_ZONE',
    meaning: 'IANA name of the zone in which the store counts its days and plans its prices.',
    defaultText: USUAL_STORE_ZONE,
  },
  { name: 'COMMISSION_PERCENT', meaning: 'What a new rep earns of a sale, until told otherwise.', defaultText: '10' },
  {
    name: 'LATE_CREDIT_PERCENT',
    meaning: 'Store credit for a package delivered after 24 hours, of what was paid for it; 0: none.',
    defaultText: '10',
  },
  {
    name: 'RETURNING_CREDIT_PERCENT',
    meaning:
      'Store credit for each order after a customer’s first, of what was paid for it; 0: none, and no page promises it.',
    defaultText: '5',
  },
  {
    name: 'NODE_ENV',
    meaning:
      'production refuses to start on sandbox parts, a missing secret, a non-https PUBLIC_URL or connections without TLS.',
    defaultText: 'development',
  },
  { name: 'ALLOW_SANDBOX', meaning: '1 lets production start on sandbox parts, for a staging host.', defaultText: '0' },
]
