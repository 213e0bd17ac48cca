import type { PackageId } from '#contract/catalogue/catalogue.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { shownUnits } from '#server/features/stock/stock-changes.ts'
import { type RowOf, statement } from '#server/platform/database/statement.ts'
import { forgetting } from '#server/platform/jobs/retention.ts'

export interface SessionLine {
  packageId: PackageId
  deliveryMethod: DeliveryMethod
}

/** No row: another request of the same `$sessionId` was faster. */
export const writeSession = statement('checkout.write_session')`
  insert into checkout_sessions (session_id, token_fingerprint, email, lines, full_name, cell_phone, created_at, expires_at)
  values ($sessionId, $tokenFingerprint, $email, $lines::jsonb, $fullName, $cellPhone, $now, $expiresAt)`

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

interface SessionParts {
  lines: SessionLine[]
  order_id: string | null
  reference: string | null
}

export const findSession = statement('checkout.find_session')`
  ${SESSION} where s.session_id = $sessionId and s.email = $email`.as<SessionParts>()

export type SessionRow = RowOf<typeof findSession>

export const findSessionByToken = statement('checkout.find_session_by_token')`
  ${SESSION} where s.token_fingerprint = $tokenFingerprint`.as<SessionParts>()

export const noteOpened = statement('checkout.note_opened')`
  update checkout_sessions set owner_id = $ownerId, opened_at = coalesce(opened_at, $now) where session_id = $sessionId`

export const forgetSessions = forgetting('checkout.forget_sessions', 'checkout_sessions', 'session_id', 'created_at')
