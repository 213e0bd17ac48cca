/**
 * Keeps connections that an administrator enters, encrypted. `keep-settings.ts` puts them in force on every node; what
 * is on its way stays with the provider where it began.
 */
import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '#contract/admin/connections.ts'
import type { OrderId } from '#contract/values.ts'
import { isLiveKey } from '#server/config/production-problems.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import { readMemberNames } from '#server/features/members/accounts.ts'
import { findAdministrator, listAdministratorIds } from '#server/features/members/administrators.ts'
import type { Auth } from '#server/features/members/create-auth.ts'
import { hasSecondFactorNow, requireProof } from '#server/features/members/prove-identity.ts'
import { isSealedNow, sealText } from '#server/features/members/sealing.ts'
import { readOwnMember } from '#server/features/members/sessions.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { writeLetter } from '#server/features/messages/write-letter.ts'
import { closeOrder } from '#server/features/payments/close-order.ts'
import { isUnknown } from '#server/features/payments/provider.ts'
import type { Context, Gateways, WebContext } from '#server/gateways/context.ts'
import { smtpProblem } from '#server/gateways/email/smtp.ts'
import { PaymentProviderError } from '#server/gateways/payments/payment-gateway.ts'
import { formatMailTime, hours, seconds } from '#server/platform/clock.ts'
import { requireMember } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { type Executor, inTransaction, type Transaction } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { textableNumber } from '#server/platform/text/phone-numbers.ts'
import { type ConnectionValues, readKept, SEALED_FOR, type Settings, withConnection } from './keep-settings.ts'
import * as sql from './queries.ts'

type Name = contract.ConnectionName

const SHOWN_END = 4
const maskOf = (secret = ''): string => `…${secret.length > SHOWN_END * 3 ? secret.slice(-SHOWN_END) : ''}`

/** Lists the connections, without secrets. */
export async function listConnections(ctx: WebContext, settings: Settings): Promise<contract.Connections> {
  const [all, names] = await Promise.all([readKept(ctx, ctx.database), readMemberNames(ctx)])
  const [source, fallback] = [settings.current().connections, settings.defaults.connections]
  const connections = contract.CONNECTION_NAMES.map((name) => {
    const { row, values } = all.find((one) => one.name === name) ?? {}
    const shown = Object.entries(contract.fieldsOf(name)).map(([field, { isSecret }]) => [
      field,
      isSecret ? maskOf(values?.[field]) : (values?.[field] ?? ''),
    ])
    const by = row && {
      changedAt: row.changed_at.toISOString(),
      changedBy: names.get(row.changed_by) ?? row.changed_by,
    }
    const kept = by ? { ...by, values: Object.fromEntries(shown) } : null
    return { name, source: source[name], fallback: fallback[name], kept }
  })
  return { mayChange: await hasSecondFactorNow(ctx), connections }
}

/** @throws Refusal `second_factor_demanded`, `proof_needed` */
async function requireChanger(ctx: WebContext, auth: Auth): Promise<void> {
  if (!(await hasSecondFactorNow(ctx))) throw new Refusal('second_factor_demanded')
  await requireProof(ctx, auth)
}

const invalid = (field: string, message: string) => new Refusal('connection_invalid', { message, details: { field } })

const TRIES = { kind: 'connection-try', max: 30, windowMs: hours(1) }

type Asked = { params: { connection: Name } }

interface Typed extends Asked {
  body: { values: Readonly<Record<string, string | undefined>> }
}

/** Checks who asks and what they typed, before anything is asked outside. @throws Refusal see the contract */
async function readTyped(
  ctx: WebContext,
  auth: Auth,
  settings: Settings,
  { params: { connection: name }, body: { values: typed } }: Typed,
) {
  await requireChanger(ctx, auth)
  if (settings.defaults.connections[name] === 'environment') throw new Refusal('connection_fixed')
  const fields = Object.keys(contract.fieldsOf(name))
  const values = Object.fromEntries(fields.map((field) => [field, (typed[field] ?? '').trim()]))
  for (const field of fields) {
    const problem = contract.connectionProblem(name, field, values[field] ?? '')
    if (problem) throw invalid(field, problem)
  }
  const isLive = isLiveKey(values.secretKey)
  if (isLive !== isLiveKey(values.publishableKey))
    throw invalid('publishableKey', 'One key is live and the other is for tests. Enter two of the same kind.')
  if (isLive && !ctx.config.isProduction)
    throw invalid('secretKey', 'This is a live key, which takes real money: only a store in production may have one.')
  const { userId } = requireMember(ctx)
  if (!(await countAttempts(ctx, [{ ...TRIES, parts: [userId] }]))) throw new Refusal('connection_throttled')
  const config = withConnection({ ...ctx.config, fixedMailFrom: settings.defaults.fixedMailFrom }, name, values)
  return { values, config, gateways: settings.connect(config) }
}

const TRIED_MS = seconds(10)

/** @throws Refusal `connection_invalid` naming a field, also if there is no answer in 10 s */
async function attempt<Result>(field: string, ask: () => Promise<Result>, refusalOf: (error: unknown) => Refusal) {
  const late = wait(TRIED_MS, undefined, { ref: false }).then(() => {
    throw invalid(field, 'No answer in 10 s.')
  })
  try {
    return await Promise.race([ask(), late])
  } catch (error) {
    throw error instanceof Refusal ? error : refusalOf(error)
  }
}

function stripeRefusal(error: unknown): Refusal {
  if (!(error instanceof PaymentProviderError) || error.isRetryable)
    return invalid('secretKey', 'Stripe did not answer. Try again later.')
  const isWrong = error.code === 'authentication_failed'
  return invalid(
    'secretKey',
    isWrong ? 'Stripe does not know this key.' : 'Stripe does not let this key read payments.',
  )
}

function mailRefusal(error: unknown): Refusal {
  const { field, words } = smtpProblem(error)
  return invalid(field, words)
}

/** Asks a provider whether it takes what was typed, changing nothing there. @throws Refusal `connection_invalid` */
async function check(ctx: WebContext, name: Name, { payments, email, sms }: Gateways): Promise<void> {
  const now = ctx.clock.now()
  if (name === 'cards')
    await attempt(
      'secretKey',
      async () => payments?.listIntents({ since: now, until: now }, async () => {}),
      stripeRefusal,
    )
  if (name === 'mail') await attempt('host', async () => email.verify?.(), mailRefusal)
  if (name !== 'texts') return
  const status = await attempt(
    'accountSid',
    () => sms.check(),
    () => invalid('accountSid', 'Twilio did not answer.'),
  )
  if (status >= 500) throw invalid('accountSid', 'Twilio has trouble. Try again later.')
  if (status !== 200) throw invalid('authToken', 'Wrong account SID or auth token.')
}

const hostOf = (ctx: Context): string => new URL(ctx.publicUrl).hostname

/**
 * Tries values without keeping them. Mail goes to the administrator, a text to their own number if they have one.
 * @throws Refusal see the contract
 */
export async function tryConnection(ctx: WebContext, auth: Auth, settings: Settings, typed: Typed) {
  const { values, config, gateways } = await readTyped(ctx, auth, settings, typed)
  const kind = typed.params.connection
  await check(ctx, kind, gateways)
  const { username: name, email: to, phone } = await readOwnMember(ctx, requireMember(ctx).userId)
  const { brand, mailFrom: from } = config
  const key = newId('tst', ctx.clock)
  const number = textableNumber(phone)
  if (kind === 'mail') {
    const letter = writeLetter(
      { subject: `Test from ${brand.name}`, name, paragraphs: ['Your mail server works.'] },
      brand,
    )
    const mail = { ...letter, messageId: `connection_test.${key}@${hostOf(ctx)}`, from, to }
    await attempt('host', () => gateways.email.send(mail), mailRefusal)
    return { message: `We sent a test to ${to}.` }
  }
  if (kind === 'cards')
    return { message: `Stripe takes these keys, ${isLiveKey(values.secretKey) ? 'for real money' : 'for tests only'}.` }
  if (!number) return { message: 'Twilio takes these. Add your mobile number under My Profile to get a test.' }
  const sms = { to: number, text: `${brand.name}: your text messages work.`, key, attempt: 1 }
  await attempt(
    'from',
    () => gateways.sms.send(sms),
    (error) => invalid('from', (error as Error).message),
  )
  return { message: `We sent a test to ${number}.` }
}

/** More are not asked about: one that is known says whose account it is, and one that is not is enough to refuse. */
const ASKED_MAX = 20
const CLOSED_MAX = 1_000
/** Longer than any node needs to hear about a change. */
const HEARD_WITHIN_MS = seconds(2)

const listInFlight = (executor: Executor, limit: number) => executor.run(sql.listPaymentsInFlight, { limit })

/** In the sandbox and with test keys no real money moves, so what is open is canceled instead of waited for. */
const isRealMoney = ({ config: { stripe, connections } }: WebContext): boolean =>
  connections.cards !== 'sandbox' && (!stripe || isLiveKey(stripe.secretKey))

/**
 * Whether an account has the payments that are on their way, so that new keys belong to the account in use.
 * @throws Refusal `connection_in_use` if it lacks one: no one could end, refund or confirm it anymore
 */
async function isSameAccount(ctx: WebContext, { payments }: Gateways): Promise<boolean> {
  const inFlight = isRealMoney(ctx) ? await listInFlight(ctx.database, ASKED_MAX) : []
  const refusalOf = (error: unknown) => (isUnknown(error) ? new Refusal('connection_in_use') : stripeRefusal(error))
  for (const { payment_id } of inFlight)
    await attempt('secretKey', async () => payments?.retrieveIntent(payment_id), refusalOf)
  return inFlight.length > 0
}

/** Cancels what is open at the account before, also what was opened while nodes heard. `ctx` still has its gateway. */
async function closeStragglers(ctx: WebContext): Promise<void> {
  await wait(HEARD_WITHIN_MS)
  for (const { order_id: orderId, is_open } of await listInFlight(ctx.database, CLOSED_MAX))
    if (is_open)
      await closeOrder(ctx, orderId as OrderId, { sparesChallenge: false }).catch((error: unknown) => {
        ctx.log.error({ orderId, reason: String(error) }, 'a payment stayed open at the account before')
      })
}

type News = { name: Name; verb: string; who: string; at: Date }

const letterOf = ({ brand, timeZone }: Context['config'], { name, verb, who, at }: News) => ({
  subject: `${contract.CONNECTION_TITLES[name]}: a connection of ${brand.name} was ${verb}`,
  paragraphs: [
    `${who} ${verb} the connection “${contract.CONNECTION_TITLES[name]}” on ${formatMailTime(at, timeZone)}.`,
    'If you expected this, you are all set. If not, look at Settings, Connections right away, and ask them.',
  ],
})

const listOthers = async (ctx: WebContext, executor: Executor): Promise<string[]> =>
  (await listAdministratorIds(executor)).filter((userId) => userId !== requireMember(ctx).userId)

const composeChanged: MessageComposer = async (ctx, { subject_id: subject, created_at: at }) => {
  const [name, verb = '', actor = '', userId = ''] = subject.split(' ')
  const member = await findAdministrator(ctx.database, userId)
  if (!member) return { failed: 'the member is no longer an administrator' }
  const who = (await readMemberNames(ctx)).get(actor) ?? 'Somebody'
  return { to: member.email, name: member.username, ...letterOf(ctx.config, { name: name as Name, verb, who, at }) }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { connection_changed: composeChanged }

/** Tells the others through the mail server before, too: who takes over the mail must not be the only one to know. */
async function tellThroughFormerMail(ctx: WebContext, changeId: string, verb: string): Promise<void> {
  const { username: who } = await readOwnMember(ctx, requireMember(ctx).userId)
  const letter = letterOf(ctx.config, { name: 'mail', verb, who, at: ctx.clock.now() })
  for (const userId of await listOthers(ctx, ctx.database)) {
    const member = await findAdministrator(ctx.database, userId)
    const mail = writeLetter({ ...letter, name: member?.username ?? null }, ctx.config.brand)
    const ends = { messageId: `connection_changed.${changeId}.${userId}@${hostOf(ctx)}`, to: member?.email ?? '' }
    await ctx.gateways.email.send({ ...mail, ...ends, from: ctx.config.mailFrom })
  }
}

interface Change {
  name: Name
  /** Null removes what is kept. */
  values: ConnectionValues | null
  /** Whether payments may be on their way at another account. */
  isSwitch: boolean
}

/** @returns whether something changed. @throws Refusal `connection_in_use` */
async function write(ctx: WebContext, tx: Transaction, changeId: string, { name, values, isSwitch }: Change) {
  const { userId: changedBy } = requireMember(ctx)
  const kind = 'connection_changed'
  await tx.run(sql.lockSettings)
  const before = (await readKept(ctx, tx)).find((one) => one.name === name)
  if (!before && !values) return false
  if (isSwitch && isRealMoney(ctx) && (await listInFlight(tx, 1)).length > 0) throw new Refusal('connection_in_use')
  if (values) {
    const sealed = sealText(ctx.secrets, SEALED_FOR, name, JSON.stringify(values))
    await tx.run(sql.writeConnection, { name, sealed, now: ctx.clock.now(), changedBy })
  } else await tx.run(sql.deleteConnection, { name })
  await tx.run(sql.tellOthers)
  for (const userId of await listOthers(ctx, tx)) {
    const subjectId = [name, values ? 'changed' : 'removed', changedBy, userId].join(' ')
    await queueMessage(ctx, tx, { messageId: `${kind}.${changeId}.${userId}`, kind, subjectId })
  }
  const fields = Object.entries(contract.fieldsOf(name)).filter(
    ([field]) => before?.values?.[field] !== values?.[field],
  )
  await writeAudit(ctx, tx, {
    action: kind,
    subject: contract.CONNECTION_TITLES[name],
    before: { kept: before !== undefined },
    after: { kept: values !== null },
    note: values && fields.length > 0 ? `Changed: ${fields.map(([, { label }]) => label).join(', ')}` : null,
  })
  return true
}

/** Writes or removes what is kept, and puts it in force. */
async function change(ctx: WebContext, settings: Settings, what: Change): Promise<contract.Connections> {
  const changeId = newId('con', ctx.clock)
  if (await inTransaction(ctx, (tx) => write(ctx, tx, changeId, what))) {
    await settings.reload()
    if (what.isSwitch && ctx.gateways.payments) await closeStragglers(ctx)
    // Not awaited: that server may be gone, and the change is made.
    if (what.name === 'mail' && ctx.config.connections.mail !== 'environment')
      void tellThroughFormerMail(ctx, changeId, what.values ? 'changed' : 'removed').catch((error: unknown) =>
        ctx.log.warn({ reason: String(error) }, 'the mail server before did not take the news of the change'),
      )
  }
  return listConnections(ctx, settings)
}

/** Keeps values that work. @throws Refusal see the contract */
export async function keepConnection(ctx: WebContext, auth: Auth, settings: Settings, typed: Typed) {
  const { connection: name } = typed.params
  const { values, gateways } = await readTyped(ctx, auth, settings, typed)
  await check(ctx, name, gateways)
  return change(ctx, settings, { name, values, isSwitch: name === 'cards' && !(await isSameAccount(ctx, gateways)) })
}

/** Removes what is kept; repeating it changes nothing. @throws Refusal see the contract */
export async function removeConnection(
  ctx: WebContext,
  auth: Auth,
  settings: Settings,
  { params: { connection: name } }: Asked,
) {
  await requireChanger(ctx, auth)
  const isInForce = settings.defaults.connections[name] !== 'environment'
  return change(ctx, settings, { name, values: null, isSwitch: name === 'cards' && isInForce })
}

/** Encrypts connections with the secret in force, so that an earlier one can be retired. */
export async function encryptAgain(ctx: Context): Promise<void> {
  for (const { name, row, values } of await readKept(ctx, ctx.database)) {
    if (!values || isSealedNow(ctx.secrets, SEALED_FOR, name, row.sealed)) continue
    const sealed = sealText(ctx.secrets, SEALED_FOR, name, JSON.stringify(values))
    await ctx.database.run(sql.replaceSealedConnection, { name, sealed, sealedBefore: row.sealed })
  }
}

/** Counts the connections that only an earlier secret of sessions opens. */
export async function countSealedEarlier(executor: Executor, secrets: Secrets): Promise<number> {
  const kept = await readKept({ secrets }, executor)
  return kept.filter(({ name, row, values }) => values && !isSealedNow(secrets, SEALED_FOR, name, row.sealed)).length
}
