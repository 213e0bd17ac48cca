import {
  type listMessages as endpoint,
  type LoggedMessage,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  MESSAGES_PAGE,
} from '#contract/admin/messages.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId, PaymentRequestToken } from '#contract/values.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { isInstantKey, readCursor, writeCursor } from '#server/platform/cursor.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { textableNumber } from '#server/platform/phone-numbers.ts'
import { type LoggedRow, listAboutOrder, listNewest, listToAddress, listTroubled, type TroubledRow } from './queries.ts'
import { againOf, referenceOf } from './rules.ts'

/** Describes a kind; one unknown to this node keeps its name, in readable form. */
export const kindName = (kind: string): string =>
  (MESSAGE_KINDS as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ')

/** Describes a message's subject; null if that no longer exists. */
export function aboutOf(row: Pick<LoggedRow, 'reference' | 'username'>): string | null {
  return row.reference ? `Order ${row.reference}` : row.username
}

/** Formats a message for the log. */
export function showMessage(row: LoggedRow): LoggedMessage {
  return {
    id: row.message_id,
    kind: row.kind,
    kindName: kindName(row.kind),
    channel: row.channel,
    to: row.sent_to,
    about: aboutOf(row),
    orderId: row.order_id as OrderId | null,
    requestToken: row.request_token as PaymentRequestToken | null,
    state: row.state,
    textState: row.provider_state,
    isOver: row.state === 'failed' && row.attempts === 0,
    isDismissed: row.dismissed_at !== null,
    attempts: row.attempts,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    resentFrom: row.resent_from,
    again: againOf(row),
  }
}

const LIST = 'messages'
const KINDS = Object.keys(MESSAGE_KINDS)
/** Most are sent, which `listNewest` takes advantage of. */
const ALL_STATES = MESSAGE_STATES.toSorted((a, b) => Number(b === 'sent') - Number(a === 'sent'))
/** Before the first row of the list. */
const FIRST_PAGE = ['infinity', ''] as const

/** @throws Refusal `bad_request` for a cursor of another list */
function startOf(cursor: string | undefined) {
  const [at = '', id = ''] = readCursor(LIST, cursor, 2) ?? FIRST_PAGE
  if (at !== FIRST_PAGE[0] && !isInstantKey(at)) throw new Refusal('bad_request')
  return { afterCreatedAt: at, afterMessageId: id }
}

interface LoggedPage {
  kinds: readonly string[]
  states: readonly string[]
  afterCreatedAt: string
  afterMessageId: string
}

/** Finds what was typed: an order reference, a number, otherwise a whole address. */
async function find(ctx: PlatformContext, search: string, page: LoggedPage): Promise<LoggedRow[]> {
  if (!search) return ctx.database.run(listNewest, page)
  const reference = referenceOf(search)
  if (reference) return ctx.database.run(listAboutOrder, { ...page, reference })
  return ctx.database.run(listToAddress, { ...page, address: textableNumber(search) ?? search.toLowerCase() })
}

/**
 * Lists a page of the log, newest first. A message can be found by its address after its first try.
 *
 * @throws Refusal `bad_request` for a cursor of another list
 */
export async function listMessages(
  ctx: PlatformContext,
  query: QueryOf<typeof endpoint>,
): Promise<Page<LoggedMessage>> {
  const kinds = query.kind ? [query.kind] : KINDS
  const states = query.state ? [query.state] : ALL_STATES
  const found = await find(ctx, query.search?.trim() ?? '', { kinds, states, ...startOf(query.cursor) })
  const rows = found.slice(0, MESSAGES_PAGE)
  const last = rows.at(-1)
  return {
    rows: rows.map(showMessage),
    next:
      last && found.length > MESSAGES_PAGE ? writeCursor(LIST, [last.created_at.toISOString(), last.message_id]) : null,
  }
}

/** An email goes out within seconds. If one waits this long, it has a problem, or its worker has stopped. */
const LONG_WAIT_MS = minutes(15)
/** Earlier failures were seen by then, or no one will act on them; the log keeps them. */
const LOOKED_BACK_MS = days(30)

/** Finds the newest messages that need attention, each with how many there are. */
export function findTroubled(ctx: PlatformContext, rowsMax: number): Promise<TroubledRow[]> {
  const now = ctx.clock.now()
  const since = addMilliseconds(now, -LOOKED_BACK_MS)
  return ctx.database.run(listTroubled, {
    kinds: KINDS,
    createdAt: since,
    now: addMilliseconds(now, -LONG_WAIT_MS),
    limit: rowsMax,
  })
}
