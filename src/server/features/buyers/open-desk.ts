import { timingSafeEqual } from 'node:crypto'
import type * as endpoints from '#contract/buyers/desk.ts'
import { DESK_DAYS_MAX, DESK_SESSIONS_MAX, type Desk } from '#contract/buyers/desk.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { customerKeyOf } from '#server/features/catalogue/price-lines.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds } from '#server/platform/clock.ts'
import type { PlatformContext, RequestContext } from '#server/platform/context.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { inTransaction, lockName } from '#server/platform/database/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fingerprint, newId, newToken } from '#server/platform/ids.ts'
import { enqueue } from '#server/platform/jobs/job.ts'
import { deviceInWords } from '#server/platform/text/device-in-words.ts'
import { mayMailCode, mayTryCode, triesFrom } from '#server/platform/text/mailed-codes.ts'
import { readAddress } from '#server/platform/text/text.ts'
import { deskCookie, readDeskFingerprint, requireDeskSession } from './desk-session.ts'
import type { CodeRow, SessionRow } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

export const CODE_JOB = 'mail-desk-code'

/** A job checks later whether the store knows the address: all get one reply. @throws Refusal `desk_throttled` */
export async function sendDeskCode(ctx: RequestContext, input: BodyOf<typeof endpoints.sendDeskCode>) {
  const email = readAddress(input.email).toLowerCase()
  const customerKey = customerKeyOf(ctx, email)
  if (!(await mayMailCode(ctx, 'desk', customerKey, rules.CODE_LIMIT))) throw new Refusal('desk_throttled')
  const codeId = newId('dkc', ctx.clock)
  const linkFingerprint = fingerprint(rules.linkSecretOf(ctx, codeId))
  const expiresAt = addMilliseconds(ctx.clock.now(), rules.CODE_MS)
  await inTransaction(ctx, async (tx) => {
    await tx.run(queries.writeCode, { codeId, customerKey, email, linkFingerprint, expiresAt })
    await enqueue(tx, CODE_JOB, { codeId }, { attemptsMax: 5 })
  })
  return { message: 'If this address has ordered here, a code is on its way. It works for 30 minutes.', codeId }
}

/** The job's part: queues the email if the address has something to see. */
export async function mailDeskCode(ctx: PlatformContext, codeId: string): Promise<void> {
  const now = ctx.clock.now()
  const [code] = await ctx.database.run(queries.findCode, { codeId, now })
  if (!code) return
  const { email, customer_key: customerKey } = code
  const [known] = await ctx.database.run(queries.isKnownBuyer, { email, customerKey, now })
  if (!known?.is_known) return
  const message = { messageId: `desk_code.${codeId}`, kind: 'desk_code', subjectId: codeId } as const
  await inTransaction(ctx, (tx) => queueMessage(ctx, tx, message))
}

/** Enough to tell a phone from a laptop. */
const USER_AGENT_LENGTH_MAX = 200

/** Returns the desk of a session. */
export async function showDesk(ctx: WebContext, { session_id, customer_key: customerKey, email }: SessionRow) {
  const wanted = { customerKey, now: ctx.clock.now(), deskSessionsMax: DESK_SESSIONS_MAX }
  const rows = await ctx.database.run(queries.listSessions, wanted)
  return {
    email,
    sessions: rows.map((row) => ({
      id: row.session_id as Desk['sessions'][number]['id'],
      isThisOne: row.session_id === session_id,
      device: deviceInWords(row.user_agent),
      openedAt: row.opened_at.toISOString(),
      usedAt: row.used_at.toISOString(),
    })),
  }
}

/** Uses a code and gives this browser a session, which ends its former one. Null if the code was just used. */
async function open(ctx: WebContext, { code_id: codeId, customer_key: customerKey }: CodeRow): Promise<Desk | null> {
  const token = newToken()
  const now = ctx.clock.now()
  const expiresAt = rules.deskEnd(now, now)
  const [session] = await inTransaction(ctx, async (tx) => {
    await lockName(tx, `desk sessions ${customerKey}`)
    return tx.run(queries.openSession, {
      codeId,
      sessionId: newId('dks', ctx.clock),
      tokenFingerprint: fingerprint(token),
      formerFingerprint: readDeskFingerprint(ctx),
      deskSessionsMax: DESK_SESSIONS_MAX,
      userAgent: ctx.headers['user-agent']?.slice(0, USER_AGENT_LENGTH_MAX) ?? '',
      now,
      expiresAt,
    })
  })
  if (!session) return null
  // The database knows the real end; the cookie outlives it.
  ctx.setCookie(deskCookie(ctx), token, { isHttpOnly: true, maxAgeSeconds: DESK_DAYS_MAX * 86_400 })
  return showDesk(ctx, session)
}

/** A code works where it was requested, so that each try is for one. @throws Refusal `desk_throttled`, `desk_code_wrong` */
export async function openDesk(ctx: WebContext, { codeId, code: typed }: BodyOf<typeof endpoints.openDesk>) {
  const [code] = await ctx.database.run(queries.findCode, { codeId, now: ctx.clock.now() })
  if (!(await mayTryCode(ctx, 'desk', code?.customer_key ?? codeId))) throw new Refusal('desk_throttled')
  if (!code) throw new Refusal('desk_code_wrong')
  // Counted as wrong before it is compared, so that simultaneous tries count as well.
  const counted = await countAttempts(ctx, [rules.wrongCodesLimit(code.customer_key)])
  if (!counted) throw new Refusal('desk_throttled.tries')
  const [given, expected] = [rules.readTypedCode(typed), rules.deskCodeOf(ctx, codeId)].map((text) => Buffer.from(text))
  const isRight = given?.length === expected?.length && given && expected && timingSafeEqual(expected, given)
  if (!isRight) throw new Refusal('desk_code_wrong')
  await countAttempts(ctx, [rules.wrongCodesLimit(code.customer_key, -1)])
  const desk = await open(ctx, code)
  if (!desk) throw new Refusal('desk_code_wrong')
  return desk
}

/** The link only shows a page, so mail scanners use nothing up. @throws Refusal `desk_throttled`, `desk_link_ended` */
export async function openDeskByLink(ctx: WebContext, input: BodyOf<typeof endpoints.openDeskByLink>): Promise<Desk> {
  if (!(await countAttempts(ctx, [triesFrom(ctx, 'desk')]))) throw new Refusal('desk_throttled')
  const linkFingerprint = fingerprint(input.secret)
  const [code] = await ctx.database.run(queries.findCodeByLink, { linkFingerprint, now: ctx.clock.now() })
  const desk = code ? await open(ctx, code) : null
  if (!desk) throw new Refusal('desk_link_ended')
  return desk
}

/** Another address's session is left as it is, and the reply does not tell. @throws Refusal `desk_closed` */
export async function closeDesk(ctx: WebContext, sessionId: string): Promise<{ message: string }> {
  const session = await requireDeskSession(ctx)
  await ctx.database.run(queries.endSession, { sessionId, customerKey: session.customer_key })
  if (sessionId === session.session_id) {
    ctx.clearCookie(deskCookie(ctx))
    ctx.clearBrowserCache()
  }
  return { message: 'The desk is closed in that browser.' }
}
