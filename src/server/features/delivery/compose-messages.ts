/** Tells buyers about a new link, and administrators when the 24-hour promise is at risk. */
import { DELIVERY_HOURS } from '#contract/delivery/delivery-hours.ts'
import type { OrderId } from '#contract/values.ts'
import { findAdministrator } from '#server/features/members/administrators.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { confirmOrder, priceNotes } from '#server/features/messages/order-confirmation.ts'
import { askToConfirm } from '#server/features/messages/verify-buyer.ts'
import { writeDeliverySms } from '#server/features/messages/write-letter.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine, nameToGreet } from '#server/features/orders/order-words.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatDocumentTime, formatMailTime } from '#server/platform/clock.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { recordSent } from './delivery-listeners.ts'
import { tokenOf } from './hand-over.ts'
import { type DeliveryRow, findHandover, type HandoverRow, listDeliveries } from './queries.ts'
import { isOpen } from './show-deliveries.ts'
import { listWarned } from './watch-deliveries.ts'

/** Tries of about an hour. After that the other channel is used, while there is time left of the 24 hours. */
const TRIES_MAX = 9
const WARNED_MAX = 50
const FORMAT_NAMES = { csv: 'CSV', xlsx: 'Excel', attached: 'a file' } as const

const leadsInWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'lead' : 'leads'}`

/** The files of a line. Of one that a person attached, the store does not know how many leads are in it. */
function contentOf({ kind, files, leads, missing }: DeliveryRow): string[] {
  if (files.length === 0) return []
  if (kind !== 'leads') return [`Files: ${files.map(({ name }) => name).join(', ')}`]
  const formats = files.map(({ format }) => FORMAT_NAMES[format]).join(' and ')
  const fewer = `${leadsInWords(missing)} fewer than you bought: the owners asked us to stop selling their property, and we had no others left. Email us and we will make it right.`
  return missing === 0 ? [`As ${formats}`] : [`${leadsInWords(leads - missing)}, as ${formats}`, fewer]
}

/** What was delivered or, with its prices, all of an order that the email confirms. */
function listOf(order: OrderRow, rows: readonly DeliveryRow[], isConfirmation: boolean) {
  return order.lines.flatMap((line) => {
    const row = rows.find(({ line_number }) => line_number === line.line_number)
    if (!row && !isConfirmation) return []
    const { title, place } = describeLine(line)
    const note = row?.note ? [row.note] : []
    const prices = isConfirmation ? priceNotes(line) : []
    return [{ title, notes: [place, ...(row ? contentOf(row) : []), ...note, ...prices] }]
  })
}

type Delivered = { rows: readonly DeliveryRow[]; rest: number; hasFiles: boolean }

/** Says that all or some of an order's leads are ready: `Your leads for order LY-7K3M9QXD are ready`, no period. */
function newsOf({ reference }: OrderRow, { rows, rest, hasFiles }: Delivered): string {
  if (rest === 0)
    return hasFiles ? `Your leads for order ${reference} are ready` : `Your order ${reference} has been delivered`
  const isOne = rows.length === 1
  const done = hasFiles ? (isOne ? 'is ready' : 'are ready') : `${isOne ? 'has' : 'have'} been delivered`
  return `${isOne ? 'A package' : `${rows.length} packages`} in your order ${reference} ${done}`
}

/** The email with a link. One that also confirms its order says all that a confirmation does. */
async function composeMail(ctx: Context, order: OrderRow & { email: string }, handover: HandoverRow, told: Delivered) {
  const { rows, rest, hasFiles } = told
  const confirmed = handover.confirms_order ? confirmOrder(order) : null
  const token = confirmed && (await askToConfirm(ctx, order))
  // After the #, so that it reaches no server's log.
  const url = urlOf(ctx, handover) + (token ? `#confirm=${token}` : '')
  const news = newsOf(order, told)
  const restWords = rest === 0 ? '' : ` The ${rest === 1 ? 'other package follows' : `other ${rest} packages follow`}.`
  const newsWords = `${confirmed && hasFiles && rest === 0 ? 'Your leads are ready' : news}.${restWords}`
  const linkWords = `The link works until ${formatDocumentTime(handover.expires_at, ctx.config.timeZone)}. Anyone who has it can open it, so please don’t forward this email.`
  return {
    subject: news,
    name: nameToGreet(order),
    paragraphs: confirmed ? [confirmed.opening, newsWords, ...confirmed.refundNotes] : [newsWords],
    list: {
      heading: hasFiles ? 'What you are getting' : 'How it was delivered',
      items: listOf(order, rows, confirmed !== null),
      ...(confirmed && { total: confirmed.total }),
    },
    button: { text: hasFiles ? 'Get your leads' : 'See your delivery', url },
    small: [
      ...(rows.some(({ kind }) => kind === 'leads')
        ? ['Call your leads right from the page, or download them for a spreadsheet, your CRM or a dialer.']
        : []),
      ...(hasFiles ? [linkWords] : []),
      ...(token ? ['This is your first order here: opening your leads confirms your email address.'] : []),
    ],
    links: [
      ...(confirmed ? [{ text: 'Order status and receipt', url: `${ctx.publicUrl}/order/${order.token}` }] : []),
      { text: 'My orders', url: `${ctx.publicUrl}/desk` },
    ],
    reference: order.reference,
  }
}

const urlOf = (ctx: Context, { handover_id }: HandoverRow) => `${ctx.publicUrl}/delivery/${tokenOf(ctx, handover_id)}`

/** Composes from what the link opens when the message goes out. If it opens nothing anymore, there is nothing to say. */
const composeDelivered: MessageComposer = async (ctx, message) => {
  const handoverId = message.detail_id ?? ''
  const [order, [handover], all] = await Promise.all([
    findOrder(ctx, message.subject_id as OrderId),
    ctx.database.run(findHandover, { handoverId }),
    ctx.database.run(listDeliveries, { orderId: message.subject_id }),
  ])
  const rows = all.filter((row) => row.handover_id === handoverId && row.cancelled_at === null)
  const rest = all.filter((row) => row.handover_id !== handoverId && isOpen(row)).length
  if (!order || !handover || rows.length === 0) return { failed: 'this message is no longer needed' }
  if (handover.expires_at <= ctx.clock.now()) return { failed: 'the link is over' }
  const { order_id: orderId, reference } = order
  const hasFiles = rows.some(({ files }) => files.length > 0)
  const onSent = (tx: Transaction) => recordSent(ctx, tx, { handoverId, orderId })
  if (message.channel === 'sms') {
    if (!message.sent_to) return { failed: 'the order has no number for texts' }
    const how = { brand: ctx.config.brand.name, isPart: rest > 0, hasFiles }
    const text = writeDeliverySms({ ...how, reference, url: urlOf(ctx, handover) })
    return { channel: 'sms', to: message.sent_to, text, onSent }
  }
  const to = handover.sent_to ?? order.email
  if (!to) return { failed: 'the order has no address to write to' }
  const mail = await composeMail(ctx, { ...order, email: to }, handover, { rows, rest, hasFiles })
  return { ...mail, to, triesMax: TRIES_MAX, onSent }
}

const composeWarning: MessageComposer = async (ctx, { detail_id: warningId, member_id: userId }) => {
  const member = userId && (await findAdministrator(ctx.database, userId))
  if (!member) return { failed: 'the member is no longer an administrator' }
  const rows = await ctx.database.run(listWarned, { lastWarningId: warningId ?? '', limit: WARNED_MAX })
  const [first] = rows
  if (!first) return { failed: 'all of it was delivered meanwhile' }
  const count = first.lines
  const hoursGone = first.is_last ? DELIVERY_HOURS.lastWarning : DELIVERY_HOURS.firstWarning
  const hoursLeft = DELIVERY_HOURS.promised - hoursGone
  const what = count === 1 ? '1 package' : `${count.toLocaleString('en-US')} packages`
  return {
    to: member.email,
    subject: `${what} not delivered ${hoursGone} hours after payment`,
    name: member.username,
    paragraphs: [
      `${count === 1 ? 'This package was' : 'These packages were'} paid for about ${hoursGone} hours ago and no one has delivered ${count === 1 ? 'it' : 'them'}. Buyers are promised their leads within ${DELIVERY_HOURS.promised} hours: about ${hoursLeft} hours are left.`,
    ],
    list: {
      heading: 'Waiting for delivery, earliest due first',
      items: rows.map(({ reference, line, due_at, problem }) => {
        const { title, place } = describeLine(line)
        const due = `Due ${formatMailTime(due_at, ctx.config.timeZone)}`
        return { title: `Order ${reference}: ${title}`, notes: [place, due, ...(problem ? [problem] : [])] }
      }),
      ...(count > rows.length ? { total: `and ${(count - rows.length).toLocaleString('en-US')} more` } : {}),
    },
    button: { text: 'Open Fulfillment', url: `${ctx.publicUrl}/admin-enhanced/fulfilment` },
  }
}

/** By message kind; core.ts passes them to `messages`. */
export const composers: MessageComposers = { leads_delivered: composeDelivered, delivery_warning: composeWarning }
