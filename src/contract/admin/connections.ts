/** What connects the store with the outside: card keys, mail server, text messages. The environment wins over what is kept. */
import * as z from 'zod/mini'
import { readEmail } from '#contract/email-address.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText } from '#contract/values.ts'

export const CONNECTION_NAMES = ['cards', 'mail', 'texts'] as const
export type ConnectionName = (typeof CONNECTION_NAMES)[number]

/** `none`: production without `ALLOW_SANDBOX`, where nothing stands in for what is missing. */
export const ConnectionSource = z.enum(['environment', 'kept', 'sandbox', 'none'])
export type ConnectionSource = z.infer<typeof ConnectionSource>

interface ConnectionField {
  label: string
  /** After the label: what it looks like. */
  note: string
  pattern: RegExp
  /** What to enter, if it does not match. */
  problem: string
  /** Never leaves the server but for its last four characters. */
  isSecret?: true
  optionWords?: Readonly<Record<string, string>>
}

const LENGTH_MAX = 300
const field = (label: string, note: string, pattern: RegExp, problem: string, more: Partial<ConnectionField> = {}) => ({
  ...{ label, note, pattern, problem, ...more },
})
const key = (label: string, start: string, example: string, more: Partial<ConnectionField> = {}) =>
  field(
    label,
    example,
    new RegExp(`^${start}\\w{4,280}$`),
    `Enter a key that starts with ${example.slice(0, -1)}.`,
    more,
  )

const SECRET = { isSecret: true } as const
const ENCRYPTION = { optionWords: { tls: 'TLS, usually port 465', starttls: 'STARTTLS, usually port 587' } }
const PORT = /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/
const SENDER = 'Your Store <orders@example.com>'
const SMS_FROM = 'Enter a number like +15125550100, or the id of a messaging service (MG…).'

/** What a connection needs, in the order of its form. */
const FIELDS: Readonly<Record<ConnectionName, Readonly<Record<string, ConnectionField>>>> = {
  cards: {
    secretKey: key('Secret key', '[sr]k_(live|test)_', 'sk_live_…', SECRET),
    publishableKey: key('Publishable key', 'pk_(live|test)_', 'pk_live_…'),
    webhookSecret: key('Webhook signing secret', 'whsec_', 'whsec_…', SECRET),
  },
  mail: {
    host: field('Server', 'mail.example.com', /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i, 'Enter the server’s name.'),
    security: field('Encryption', '', /^(start)?tls$/, 'Choose one from the list.', ENCRYPTION),
    port: field('Port', '465 or 587', PORT, 'Enter a port such as 465 or 587.'),
    from: field('Sender', SENDER, /^[^\p{Cc}"]{3,250}$/u, `Enter an address, or a name with one: ${SENDER}.`),
    user: field('User', '', /^[^\p{Cc}]{1,200}$/u, 'Enter the user name.'),
    password: field('Password', '', /^[^\p{Cc}]{1,300}$/u, 'Enter the password.', SECRET),
  },
  texts: {
    accountSid: field('Account SID', 'AC…', /^AC[0-9a-f]{32}$/i, 'Enter AC and 32 digits or letters.'),
    authToken: field('Auth token', '', /^\w{8,100}$/, 'Enter the auth token.', SECRET),
    from: field('From', '+15125550100 or MG…', /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/i, SMS_FROM),
  },
}
export const fieldsOf = (name: ConnectionName) => FIELDS[name]

export const CONNECTION_TITLES: Readonly<Record<ConnectionName, string>> = {
  cards: 'Card payments',
  mail: 'Mail server',
  texts: 'Text messages',
}

type SourceWords = Readonly<Record<ConnectionSource, string>>
const inForce = (sandbox: string, none: string): SourceWords => ({
  ...{ environment: 'set in the environment', kept: 'kept in Settings', sandbox, none },
})

/** What is in force, in words that continue "Now: ". */
export const SOURCE_WORDS: Readonly<Record<ConnectionName, SourceWords>> = {
  cards: inForce('the sandbox, where no real money moves', 'no card payments'),
  mail: inForce('the sandbox mailbox, which sends nothing', 'no mail server, so emails wait'),
  texts: inForce('the sandbox phone, which sends nothing', 'no text messages, so buyers get an email instead'),
}

/** Returns what is wrong with a value, in a sentence that says what to enter; undefined if it can be kept. */
export function connectionProblem(name: ConnectionName, part: string, value: string): string | undefined {
  const { pattern, problem } = FIELDS[name][part] ?? {}
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value
  const isWrong = !pattern?.test(value) || (part === 'from' && name === 'mail' && readEmail(address) === null)
  return isWrong ? problem : undefined
}

const Values = z.record(z.string(), PlainText(LENGTH_MAX))

export const Connection = z.object({
  name: z.enum(CONNECTION_NAMES),
  source: ConnectionSource,
  /** What would be in force without what is kept. */
  fallback: ConnectionSource,
  /** What is kept, of a secret only its last four characters; null if nothing is. */
  kept: z.nullable(z.object({ values: Values, changedAt: Instant, changedBy: z.string() })),
})
export type Connection = z.infer<typeof Connection>

/** `mayChange`: whether the administrator logged in with a second factor, which a change needs. */
export const Connections = z.object({ mayChange: z.boolean(), connections: z.array(Connection) })
export type Connections = z.infer<typeof Connections>

export const listConnections = defineEndpoint('admin', 'GET', '/api/admin/connections', {
  summary: 'What connects the store with the card provider, the mail server and the SMS service, without secrets.',
  reply: Connections,
})

const EVERY_FIELD = CONNECTION_NAMES.flatMap((name) => Object.keys(FIELDS[name]))
const TypedValues = z.object(Object.fromEntries(EVERY_FIELD.map((part) => [part, z.optional(PlainText(LENGTH_MAX))])))

const params = z.object({ connection: z.enum(CONNECTION_NAMES) })
const TRIED = ['proof_needed', 'connection_invalid', 'connection_fixed', 'connection_throttled'] as const

export const tryConnection = defineEndpoint('admin', 'POST', '/api/admin/connections/:connection/try', {
  summary: 'Tries values without keeping them: asks the provider, and sends a test to the administrator.',
  params,
  body: z.object({ values: TypedValues }),
  reply: z.object({ message: z.string() }),
  refusals: TRIED,
})

export const keepConnection = defineEndpoint('admin', 'PUT', '/api/admin/connections/:connection', {
  summary: 'Keeps values that work, encrypted. They are in force on every node within a second.',
  params,
  body: z.object({ values: TypedValues }),
  reply: Connections,
  refusals: [...TRIED, 'connection_in_use'],
})

export const removeConnection = defineEndpoint('admin', 'DELETE', '/api/admin/connections/:connection', {
  summary: 'Removes what is kept of a connection.',
  params,
  reply: Connections,
  refusals: ['proof_needed', 'connection_in_use'],
})
