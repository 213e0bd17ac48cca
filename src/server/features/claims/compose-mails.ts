import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import { toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import { tokenOf } from '#server/features/delivery/hand-over.ts'
import { aboutOrder } from '#server/features/messages/compose-order-message.ts'
import type { MessageComposers } from '#server/features/messages/message-composer.ts'
import { describeLine, nameToGreet } from '#server/features/orders/order-words.ts'
import { formatDocumentTime } from '#server/platform/clock.ts'
import { findLink, listNews, type NewsRow } from './queries.ts'

const leads = (count: number): string => (count === 1 ? '1 lead' : `${count} leads`)

function wordsFor(news: readonly NewsRow[], until: string): string[] {
  const replaced = news.filter(({ is_replaced }) => is_replaced).length
  const granted = news.filter(({ state, is_replaced }) => state === 'granted' && !is_replaced)
  const creditCents = toCents(granted.reduce((sum, { credit_cents }) => sum + credit_cents, 0))
  const instead =
    creditCents > 0
      ? `we added ${formatCents(creditCents)} in store credit instead`
      : 'we could not replace what cost you nothing'
  const denied = news.filter(({ state }) => state === 'denied').length
  const open = news.filter(({ state }) => state === 'open').length
  return [
    replaced > 0 &&
      `We replaced ${leads(replaced)}. You’ll find the new ones with your leads; download your files again to get them there too.`,
    granted.length > 0 && `We had no other leads left for ${leads(granted.length)}, so ${instead}.`,
    denied > 0 && `We did not approve your claim for ${leads(denied)}. The reason is below.`,
    open > 0 && `We’re checking ${leads(open)}. If we haven’t answered by ${until}, your claim is approved.`,
  ].filter((words) => words !== false)
}

const outcomeOf = ({ state, is_replaced, credit_cents, answer }: NewsRow): string => {
  if (state === 'open') return 'Being checked'
  if (state === 'denied') return `Not approved: ${answer ?? ''}`
  return is_replaced ? 'Replaced' : `${formatCents(toCents(credit_cents))} in store credit`
}

/** By message kind; `claims_answered.<news>`, with a number if it is sent again. */
export const composers: MessageComposers = {
  claims_answered: aboutOrder(async (ctx, order, { message_id }) => {
    const [, newsId = ''] = message_id.split('.')
    const news = await ctx.database.run(listNews, { newsId })
    const [first] = news
    if (!first) return null
    const [link] = await ctx.database.run(findLink, { orderId: order.order_id, now: ctx.clock.now() })
    const groups = Map.groupBy(news, (one) => `${one.line_number} ${one.reason} ${outcomeOf(one)}`)
    const items = [...groups.values()].flatMap(([one, ...others]) => {
      const line = order.lines.find(({ line_number }) => line_number === one?.line_number)
      if (!one || !line) return []
      const title = `${leads(1 + others.length)}: ${CLAIM_REASON_NAMES[one.reason]}`
      return [{ title, notes: [describeLine(line).title, outcomeOf(one)] }]
    })
    const isAnswer = news.some(({ state }) => state !== 'open')
    return {
      to: order.email,
      subject: `${isAnswer ? 'Our answer to your' : 'We got your'} claim for order ${order.reference}`,
      name: nameToGreet(order),
      paragraphs: wordsFor(news, formatDocumentTime(first.due_at, ctx.config.timeZone)),
      list: { heading: 'Your claim', items },
      button: link
        ? { text: 'See your leads', url: `${ctx.publicUrl}/delivery/${tokenOf(ctx, link.handover_id)}` }
        : { text: 'See the order’s status', url: `${ctx.publicUrl}/order/${order.token}` },
      reference: order.reference,
    }
  }),
}
