import * as contract from '#contract/admin/messages.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { OrderId, PaymentRequestToken } from '#contract/values.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { readPage } from '#server/platform/database/cursor.ts'
import { shownOf } from '#server/platform/database/statement.ts'
import type { Page } from '#server/platform/http/endpoint.ts'
import { textableNumber } from '#server/platform/text/phone-numbers.ts'
import * as sql from './queries.ts'
import { againOf, referenceOf } from './rules.ts'

/** Describes a kind; one unknown to this node keeps its name, in readable form. */
export const kindName = (kind: string): string =>
  (contract.MESSAGE_KINDS as Readonly<Record<string, string>>)[kind] ?? kind.replaceAll('_', ' ')

/** Describes a message's subject; null if that no longer exists. */
export function aboutOf(row: Pick<sql.LoggedRow, 'reference' | 'username'>): string | null {
  return row.reference ? `Order ${row.reference}` : row.username
}

/** Shows a message in the log. */
export function showMessage(row: sql.LoggedRow): contract.LoggedMessage {
  return {
    id: row.message_id,
    ...shownOf(row, 'kind', 'channel', 'state', 'attempts', 'last_error', 'created_at', 'sent_at', 'resent_from'),
    kindName: kindName(row.kind),
    to: row.sent_to,
    about: aboutOf(row),
    orderId: row.order_id as OrderId | null,
    requestToken: row.request_token as PaymentRequestToken | null,
    textState: row.provider_state,
    isOver: row.state === 'failed' && row.attempts === 0,
    isDismissed: row.dismissed_at !== null,
    again: againOf(row),
  }
}

const KINDS = Object.keys(contract.MESSAGE_KINDS)
/** Most are sent, which `listNewest` takes advantage of. */
const ALL_STATES = contract.MESSAGE_STATES.toSorted((a, b) => Number(b === 'sent') - Number(a === 'sent'))

interface LoggedPage {
  kinds: readonly string[]
  states: readonly string[]
  afterCreatedAt: string
  afterMessageId: string
}

/** Finds what was typed: an order reference, a number, otherwise a whole address. */
async function find(ctx: PlatformContext, search: string, page: LoggedPage): Promise<sql.LoggedRow[]> {
  if (!search) return ctx.database.run(sql.listNewest, page)
  const reference = referenceOf(search)
  if (reference) return ctx.database.run(sql.listAboutOrder, { ...page, reference })
  return ctx.database.run(sql.listToAddress, { ...page, address: textableNumber(search) ?? search.toLowerCase() })
}

/** Lists a page of the log, newest first. An address is found after the first try. @throws Refusal `bad_request` */
export async function listMessages(
  ctx: PlatformContext,
  { cursor, kind, state, search = '' }: QueryOf<typeof contract.listMessages>,
): Promise<Page<contract.LoggedMessage>> {
  const asked = { kinds: kind ? [kind] : KINDS, states: state ? [state] : ALL_STATES }
  const { rows, next } = await readPage({
    page: { cursor, limit: contract.MESSAGES_PAGE },
    name: 'messages',
    start: ['infinity', ''],
    keysOf: (row: sql.LoggedRow) => [row.created_at.toISOString(), row.message_id],
    readAfter: ([afterCreatedAt = '', afterMessageId = '']) =>
      find(ctx, search.trim(), { ...asked, afterCreatedAt, afterMessageId }),
  })
  return { rows: rows.map(showMessage), next }
}

/** An email goes out within seconds. If one waits this long, it has a problem, or its worker has stopped. */
const LONG_WAIT_MS = minutes(15)
/** Earlier failures were seen by then, or no one will act on them; the log keeps them. */
const LOOKED_BACK_MS = days(30)

/** Finds the newest messages that need attention, each with how many there are. */
export function findTroubled(ctx: PlatformContext, rowsMax: number): Promise<sql.TroubledRow[]> {
  const now = ctx.clock.now()
  return ctx.database.run(sql.listTroubled, {
    kinds: KINDS,
    createdAt: addMilliseconds(now, -LOOKED_BACK_MS),
    now: addMilliseconds(now, -LONG_WAIT_MS),
    limit: rowsMax,
  })
}
