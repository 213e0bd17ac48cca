/** Buying by program: docs/decisions/0068-api-keys.md. */
import type { PackageId } from '#contract/catalogue/catalogue.ts'
import * as contract from '#contract/checkout/checkout-sessions.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { OrderId } from '#contract/values.ts'
import { requireDesk } from '#server/features/buyers/desk-session.ts'
import { addToCart, readHeldLines } from '#server/features/orders/cart.ts'
import type { FindBonus, FindBuyer } from '#server/features/stock/hold.ts'
import { placeHold } from '#server/features/stock/place-hold.ts'
import { shownUnits } from '#server/features/stock/stock-changes.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, hours } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { deriveToken, fingerprint, newId } from '#server/platform/ids.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'
import { tokenSecretOf } from '#server/platform/secrets.ts'
import { oneLine } from '#server/platform/text/text.ts'

export const writeSession = statement('checkout.write_session')`
  insert into checkout_sessions (session_id, token_fingerprint, email, lines, full_name, cell_phone, created_at, expires_at, attempt_id)
  values ($sessionId, $tokenFingerprint, $email, $lines::jsonb, $fullName, $cellPhone, $now, $expiresAt, $attemptId)
  on conflict (email, attempt_id) do nothing`

/** Packages of the list with less left than it asks for, and unknown ones. */
export const findShort = statement('checkout.find_short')`
  with asked as (select package_id, count(*) as units from unnest($packageIds::text[]) as a (package_id) group by package_id)
  select asked.package_id, p.package_id is not null as is_known from asked left join packages p using (package_id)
  where p.package_id is null or ${shownUnits('p')} < asked.units`

/**
 * The order that paid it: of the cart that opened it, for its address, with all its packages. The first one, if its
 * person bought the same again.
 */
const PAID = `left join lateral (
    select o.order_id, o.reference from orders o
    where o.owner_id = s.owner_id and o.paid_at >= s.opened_at and lower(o.email) = s.email
      and not exists (
        select l->>'packageId' from jsonb_array_elements(s.lines) l
        except all select package_id from order_lines l where l.order_id = o.order_id and l.revision = o.revision)
    order by o.paid_at limit 1
  ) paid on true`

const SESSION = `select s.session_id, s.email, s.lines, s.full_name, s.cell_phone, s.created_at, s.expires_at,
    paid.order_id, paid.reference
  from checkout_sessions s ${PAID}`

type SessionParts = { lines: contract.SessionLine[]; order_id: string | null; reference: string | null }

export const findSession = statement('checkout.find_session')`
  ${SESSION} where s.session_id = $sessionId and s.email = $email`.as<SessionParts>()

export const findSessionOfAttempt = statement('checkout.find_session_of_attempt')`
  ${SESSION} where s.email = $email and s.attempt_id = $attemptId`.as<SessionParts>()

export type SessionRow = RowOf<typeof findSession>

export const findSessionByToken = statement('checkout.find_session_by_token')`
  ${SESSION} where s.token_fingerprint = $tokenFingerprint`.as<SessionParts>()

export const noteOpened = statement('checkout.note_opened')`
  update checkout_sessions set owner_id = $ownerId, opened_at = coalesce(opened_at, $now) where session_id = $sessionId`

export const forgetSessions = forgetting('checkout.forget_sessions', 'checkout_sessions', 'session_id', 'created_at')

const tokenOf = (ctx: WebContext, id: string) => deriveToken(tokenSecretOf(ctx.secrets, id), 'checkout session', id)

function showSession(ctx: WebContext, row: SessionRow): contract.CheckoutSession {
  const { session_id: id, order_id: orderId, reference, expires_at: expiresAt } = row
  return {
    id: id as contract.CheckoutSessionId,
    url: `${ctx.publicUrl}/checkout#session=${tokenOf(ctx, id)}`,
    status: orderId ? 'paid' : expiresAt > ctx.clock.now() ? 'open' : 'expired',
    lines: row.lines,
    createdAt: row.created_at.toISOString(),
    expiresAt: expiresAt.toISOString(),
    order: orderId && reference ? { id: orderId as OrderId, reference } : null,
  }
}

/** Makes a session, or returns that of the same attempt; nothing is reserved yet. @throws Refusal see the contract */
export async function createSession(ctx: WebContext, body: BodyOf<typeof contract.createCheckoutSession>) {
  const { email, customer_key: customerKey } = await requireDesk(ctx)
  const sessionId = newId('cks', ctx.clock)
  const attempt = { email, attemptId: body.attemptId ?? sessionId }
  const [made] = await ctx.database.run(findSessionOfAttempt, attempt)
  if (made) return showSession(ctx, made)
  const limit = { kind: 'checkout-session', parts: [customerKey], max: contract.CHECKOUT_SESSIONS_AN_HOUR }
  if (!(await countAttempts(ctx, [{ ...limit, windowMs: hours(1) }]))) throw new Refusal('checkout_throttled')
  const packageIds = body.lines.map(({ packageId }) => packageId)
  const short = await ctx.database.run(findShort, { packageIds })
  if (short.some(({ is_known }) => !is_known)) throw new Refusal('unknown_package')
  if (short.length > 0)
    throw new Refusal('out_of_stock', { details: { packageIds: short.map((row) => row.package_id) } })
  const now = ctx.clock.now()
  await ctx.database.run(writeSession, {
    sessionId,
    tokenFingerprint: fingerprint(tokenOf(ctx, sessionId)),
    ...attempt,
    lines: JSON.stringify(body.lines),
    fullName: oneLine(body.fullName) ?? '',
    cellPhone: oneLine(body.cellPhone) ?? '',
    now,
    expiresAt: addMilliseconds(now, hours(contract.CHECKOUT_SESSION_HOURS)),
  })
  return showSession(ctx, requireRow(await ctx.database.run(findSessionOfAttempt, attempt), 'checkout_session_unknown'))
}

/** @throws Refusal `desk_closed`, `checkout_session_unknown` also for one of another address */
export async function readSession(ctx: WebContext, sessionId: contract.CheckoutSessionId) {
  const found = await ctx.database.run(findSession, { sessionId, email: (await requireDesk(ctx)).email })
  return showSession(ctx, requireRow(found, 'checkout_session_unknown'))
}

/** The lines that a cart still lacks: a page that is loaded again must not reserve everything twice. */
function lackingLines(lines: SessionRow['lines'], held: readonly { packageId: PackageId }[]) {
  const left = held.map(({ packageId }) => packageId)
  return lines.filter(({ packageId }) => {
    const at = left.indexOf(packageId)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/** Puts what a session asks for into the caller's cart. @throws Refusal see the contract */
export async function openSession(
  ctx: WebContext,
  token: string,
  passed: { findBonus: FindBonus; findBuyer: FindBuyer },
): Promise<ReplyOf<typeof contract.openCheckoutSession>> {
  const found = await ctx.database.run(findSessionByToken, { tokenFingerprint: fingerprint(token) })
  const row = requireRow(found, 'checkout_session_unknown')
  if (row.order_id || row.expires_at <= ctx.clock.now()) throw new Refusal('checkout_session_over')
  const ownerId = ctx.openOwner()
  await ctx.database.run(noteOpened, { sessionId: row.session_id, ownerId, now: ctx.clock.now() })
  const missing: PackageId[] = []
  for (const { packageId, deliveryMethod } of lackingLines(row.lines, await readHeldLines(ctx, ownerId))) {
    const asked = { packageId, ownerId, address: ctx.address, findBonus: passed.findBonus }
    try {
      const { holdId } = await placeHold(ctx, { ...asked, findBuyer: () => passed.findBuyer(ctx) })
      await addToCart(ctx, { ownerId, packageId, deliveryMethod, holdId })
    } catch (error) {
      if (!(error instanceof Refusal && (error.code === 'out_of_stock' || error.code === 'leads_in_cart'))) throw error
      missing.push(packageId)
    }
  }
  return { email: row.email, fullName: row.full_name, cellPhone: row.cell_phone, missing }
}
