import type { StockParty } from '#contract/admin/stock-screen.ts'
import { findAdministrator, listAdministratorIds } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { queueMessage } from '#server/features/messages/queue-message.ts'
import { recordLowNews } from '#server/features/stock/record-low-news.ts'
import { tellOfLowStock } from '#server/features/webhooks/write-events.ts'
import { addMilliseconds, days, minutes } from '#server/platform/clock.ts'
import type { PlatformContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { listsOf } from '#server/platform/database/statement.ts'
import { newId } from '#server/platform/ids.ts'
import { fallenWords, showFallen } from './list-low-stock.ts'
import * as sql from './queries.ts'

export type MemberNames = ReadonlyMap<string, string>

const party = (kind: StockParty['kind'], name: string | null, reference: string | null = null): StockParty => ({
  kind,
  name,
  reference,
})
const STORE = party('store', null)

/** Names a member by id; any other id (`store`, a load of demo data) is the store itself. */
export function tellMember(userId: string, names: MemberNames): StockParty {
  const name = names.get(userId)
  return name === undefined ? STORE : party('member', name)
}

/** A buyer's cart has no name: its owner is a fingerprint that opens nothing and is not sent. */
export function tellOwner(row: sql.PartyRow, names: MemberNames): StockParty {
  if (row.sold_reference) return party('order', null, row.sold_reference)
  switch (row.owner_kind) {
    case 'cart':
      return party('cart', null)
    case 'user':
      return party('rep', names.get(row.owner_key ?? '') ?? null)
    case 'request':
      return party('link', names.get(row.link_rep_id ?? '') ?? null, row.link_reference)
    case 'order':
      return party('order', null, row.order_reference)
    default:
      return STORE
  }
}

/** After an email, news waits this long for the next, so a rush is one list and not a hundred emails. */
const GATHERED_MS = minutes(15)
/** Packages listed in an email; beyond that it says how many more there are. */
const LISTED_MAX = 50
/** The email is composed within minutes; later no one needs the notice. */
const KEPT_MS = days(30)
const FORGOTTEN_AT_ONCE = 5_000
const MAIL_PREFIX = 'lsm'
const ID_TIME_LETTERS = 9
/** The lowest id that an email of this moment or later can have: ids start with their time. */
const leastIdAt = (moment: Date): string =>
  newId(MAIL_PREFIX, { now: () => moment }).slice(0, MAIL_PREFIX.length + 1 + ID_TIME_LETTERS)

/**
 * Records which packages fell to 10 or fewer, and queues an email to every administrator: one for all waiting news, and
 * none within 15 minutes of the last. A package is news again only after it was above 10. Sizes that share leads are
 * reported together. Once a minute on one node, so a hold pays nothing for it.
 */
export async function tellLowStock(ctx: PlatformContext): Promise<void> {
  await recordLowNews(ctx, async (tx, fallen) => {
    await tx.run(sql.recordFallen, { ...listsOf(fallen, 'packageId', 'available'), now: ctx.clock.now() })
    await tellOfLowStock(ctx, tx, fallen)
  })
  const now = ctx.clock.now()
  await ctx.database.run(sql.forgetNotices, { notedAt: addMilliseconds(now, -KEPT_MS), limit: FORGOTTEN_AT_ONCE })
  const [news] = await ctx.database.run(sql.isNewsWaiting, { mailId: leastIdAt(addMilliseconds(now, -GATHERED_MS)) })
  if (!news?.is_waiting || news.was_told) return
  await inTransaction(ctx, async (tx) => {
    const mailId = newId(MAIL_PREFIX, ctx.clock)
    const [gathered] = await tx.run(sql.gatherNews, { mailId })
    if (!gathered?.packages) return
    for (const userId of await listAdministratorIds(tx)) {
      const messageId = `low_stock.${mailId}.${userId}`
      await queueMessage(ctx, tx, { messageId, kind: 'low_stock', subjectId: `${mailId} ${userId}` })
    }
  })
}

const OF_LISTS =
  'Where stock comes from leads, the four sizes of a county, lead type and tier share them and are named once: a lead file adds to all four.'

const counted = (count: number, noun: string): string =>
  count === 0 ? '' : `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

const composeNews: MessageComposer = async (ctx, { detail_id: mailId, member_id: userId }) => {
  const member = userId && (await findAdministrator(ctx.database, userId))
  if (!member) return { failed: 'the member is no longer an administrator' }
  const rows = await ctx.database.run(sql.listNews, { mailId: mailId ?? '', limit: LISTED_MAX })
  const [first] = rows
  if (!first) return { failed: 'the news is too old' }
  const count = first.packages + first.pools
  const items = (await showFallen(ctx, rows)).map((row) => {
    const { what, where, left } = fallenWords(row)
    return { title: what, notes: [`${where}: ${left}`] }
  })
  const parts = [counted(first.packages, 'package'), counted(first.pools, 'lead list')].filter((part) => part !== '')
  return {
    to: member.email,
    subject: `${parts.join(' and ')} ${count === 1 ? 'is' : 'are'} running low`,
    name: member.username,
    paragraphs: [
      'These packages are down to 10 or fewer. We list each one once, until its stock has been above 10 again. Packages that run low soon after this email are in the next one.',
      ...(first.pools > 0 ? [OF_LISTS] : []),
    ],
    list: {
      heading: 'What was left, lowest first',
      items,
      ...(count > items.length ? { total: `and ${(count - items.length).toLocaleString('en-US')} more` } : {}),
    },
    button: { text: 'See them in Inventory Control', url: `${ctx.publicUrl}/admin-enhanced?tab=inventory&left=fallen` },
  }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { low_stock: composeNews }
