import { dollarsFromCents, toCents } from '#contract/money.ts'
import { cashAppHandle, cashAppLink } from '#contract/payments/cash-app-link.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { Cents, OrderId } from '#contract/values.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { CARD_REFUND_TIME, describeLine, nameToGreet, wayBack } from '#server/features/orders/order-words.ts'
import type { Context } from '#server/gateways/context.ts'
import { formatMailTime } from '#server/platform/clock.ts'
import { invariant } from '#server/platform/errors.ts'
import { textableNumber } from '#server/platform/text/phone-numbers.ts'
import * as composer from './message-composer.ts'
import { composeOrderConfirmation } from './order-confirmation.ts'
import { messageBatches } from './queue-message.ts'
import { findCellPhone } from './sms.ts'
import { askToConfirm } from './verify-buyer.ts'
import { type Brand, type Letter, type StoreFacts, writeConfirmationSms } from './write-letter.ts'

/** A letter about an order with its contents. No one has paid yet, so it uses no name: anyone could have typed one. */
const letterAbout = (order: OrderRow, told: Omit<Letter, 'name' | 'list' | 'reference'>, heading = 'Your order') => {
  const items = order.lines
    .map(describeLine)
    .map(({ title, place, offers, price }) => ({ title, amount: price, notes: [place, ...offers] }))
  return { ...told, name: nameToGreet(order), list: { heading, items }, reference: order.reference }
}

/** For a buyer who chose Cash App: how much to send, to whom, with which note, and how long the order is held. */
function composeCashAppInstructions(
  order: OrderRow,
  handle: string,
  { brand, timeZone }: StoreFacts,
  statusUrl: string,
): Letter {
  invariant(order.pay_until, 'an order that waits for the cash app has an end')
  return letterAbout(order, {
    subject: `Order ${order.reference}: how to pay by Cash App`,
    paragraphs: ['We are holding your packages. Send exactly this amount in Cash App, with the reference as the note.'],
    facts: [
      ['Cash App', cashAppHandle(handle)],
      ['Amount', formatCents(order.total_cents)],
      ['Note', order.reference],
      ['Held until', formatMailTime(order.pay_until, timeZone)],
      ['Link', cashAppLink(handle, dollarsFromCents(toCents(order.total_cents)))],
    ],
    closing: [
      `After you pay, tell sales at ${brand.supportEmail} that you have. We find your payment by its note. We process your order once we have verified the payment, and email you a confirmation.`,
      'If you switched to paying by card, you do not need to send anything.',
    ],
    button: { text: 'See the order’s status', url: statusUrl },
  })
}

function composeCashAppClosed(order: OrderRow, { supportEmail }: Brand, leadsUrl: string): Letter {
  const payment = `a Cash App payment of ${formatCents(order.total_cents)} for order ${order.reference}`
  const isRejected = order.close_reason === 'rejected'
  const story = isRejected
    ? `We could not verify ${payment}, so the order was canceled.`
    : `We did not receive ${payment} in time, so the order was canceled.`
  return letterAbout(order, {
    subject: `Order ${order.reference} was canceled`,
    paragraphs: [story, 'The packages are back on sale, and you were not charged for them.'],
    facts: isRejected && order.decision_note ? [['What we found', order.decision_note]] : [],
    closing: [
      `Please do not send money for this order. If you already have, email ${supportEmail} and mention ${order.reference} so that we can find your payment.`,
    ],
    button: { text: 'Browse lead packages', url: leadsUrl },
  })
}

/** For a buyer who went back from Cash App to the card. */
function composeCashAppWithdrawn(
  order: OrderRow,
  { brand, holdMinutes }: StoreFacts & { holdMinutes: number },
  leadsUrl: string,
): Letter {
  const amount = formatCents(order.total_cents)
  const isInCart = order.state === 'awaiting_payment'
  const inCart = `Its packages are back in your cart, reserved for up to ${holdMinutes} minutes. Pay for them there to keep them.`
  return letterAbout(order, {
    subject: `Order ${order.reference}: Cash App payment no longer needed`,
    paragraphs: [
      `You switched to another way to pay, so you no longer need to send ${amount} by Cash App for order ${order.reference}. Please ignore the earlier email with the payment details.`,
      ...(isInCart ? [inCart] : []),
    ],
    closing: [
      `Please do not send money for it by Cash App. If you already have, email ${brand.supportEmail} now and mention ${order.reference} so that we can find your payment.`,
    ],
    button: { text: isInCart ? 'Back to your cart' : 'Browse lead packages', url: leadsUrl },
  })
}

const STORY = {
  no_stock: (reference: string, amount: string) =>
    `Your payment of ${amount} for order ${reference} arrived after its packages were gone: they had sold out, or too few of their leads were left for you. We do not sell you a lead if you already bought its property, have it on a list of yours, or its owner asked us to stop selling it. We cannot deliver these packages.`,
  not_ours: (reference: string, amount: string) =>
    `Your payment of ${amount} for order ${reference} could not be used: the order was closed or changed before the payment arrived, or you had reached the limit for one of its offers. You did not buy anything with it.`,
} as const

/** Where the money goes. Reserved store credit returns to the buyer in either case. */
function moneyWords(
  { credit_cents }: OrderRow,
  { amountCents, reason }: { amountCents: Cents; reason: keyof typeof STORY },
) {
  if (reason === 'not_ours' || credit_cents === 0) {
    const credit = credit_cents > 0 ? ' The store credit you used is back in your account.' : ''
    return `We are refunding the full amount to your card: ${formatCents(amountCents)}. ${CARD_REFUND_TIME}${credit}`
  }
  const back = wayBack({ cents: amountCents, creditCents: credit_cents, to: 'goes back to your card' })
  return `We are refunding the full amount: ${back}. ${CARD_REFUND_TIME}`
}

/** For a payment that goes back whole: `no_stock`, or `not_ours`, for an order that was closed or has another total. */
export function composeMoneyReturned(
  order: OrderRow,
  returned: { amountCents: Cents; reason: keyof typeof STORY },
  statusUrl: string,
): Letter {
  const { reference } = order
  const told = {
    subject: `Order ${reference}: refunded`,
    paragraphs: [
      STORY[returned.reason](reference, formatCents(returned.amountCents)),
      moneyWords(order, returned),
      'You do not need to do anything else. You are welcome to choose other packages at any time.',
    ],
    button: { text: 'See the order’s status', url: statusUrl },
  }
  return letterAbout(order, told, 'Your order (not delivered)')
}

const OVER = { failed: 'this message is no longer needed' }

const wantsTexts = (order: OrderRow): boolean => composer.confirmedBy(order.lines).includes('sms')

/** Whether an order's leads go by email instead of SMS because it has no number that can receive texts. */
async function lacksNumber(ctx: Context, order: OrderRow): Promise<boolean> {
  if (!wantsTexts(order)) return false
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  return textableNumber(contact?.cell_phone) === null
}

/** Composes the text for a buyer who chose SMS for a line; the email with everything goes out too. */
const composeConfirmationText: composer.MessageComposer = async (ctx, message) => {
  const order = await messageBatches(ctx).findOrder(message.subject_id as OrderId)
  if (!order || !wantsTexts(order) || order.state === 'refunded') return OVER
  const [contact] = await ctx.database.run(findCellPhone, { orderId: order.order_id })
  if (!contact?.cell_phone) return { failed: 'the order has no phone number' }
  const { reference, token, state } = order
  const url = `${ctx.publicUrl}/order/${token}`
  return {
    channel: 'sms',
    to: contact.cell_phone,
    text: writeConfirmationSms({ brand: ctx.config.brand.name, reference, url, isDelivered: state === 'processed' }),
  }
}

type Addressed = OrderRow & { email: string }

/** Whether every line had lost its stock when the money came. */
const foundNothing = (order: OrderRow): boolean =>
  order.state === 'refunded' && order.lines.every((line) => line.outcome === 'refunded')

async function contentOf(ctx: Context, message: composer.MessageRow, order: Addressed): Promise<Letter | null> {
  const [statusUrl, leadsUrl] = [`${ctx.publicUrl}/order/${order.token}`, `${ctx.publicUrl}/leads`]
  const { brand, cashAppHandle } = ctx.config
  const isWaiting = order.state === 'awaiting_payment' && order.payment_method === 'cash_app'
  const isOfThisAddress = order.email.toLowerCase() === message.sent_to
  if (message.kind === 'cash_app_instructions') {
    // Before the email went out, the buyer may have gone back to the card or corrected the address. A corrected address
    // got its own email, counted for that address.
    if (!isWaiting || !isOfThisAddress || !cashAppHandle) return null
    return composeCashAppInstructions(order, cashAppHandle, ctx.config, statusUrl)
  }
  // The buyer may have chosen Cash App again, which queues its own email.
  if (message.kind === 'cash_app_withdrawn')
    return isWaiting || !isOfThisAddress ? null : composeCashAppWithdrawn(order, ctx.config, leadsUrl)
  if (message.kind === 'cash_app_closed') return composeCashAppClosed(order, brand, leadsUrl)
  if (message.kind === 'money_returned') {
    invariant(message.amount_cents !== null, 'money that was returned has an amount')
    return composeMoneyReturned(order, { amountCents: message.amount_cents, reason: 'not_ours' }, statusUrl)
  }
  // An order that was refunded before its confirmation went out was still bought.
  if (!foundNothing(order)) {
    const token = await askToConfirm(ctx, order)
    const confirmUrl = token && `${ctx.publicUrl}/verify-email/${token}`
    const urls = { statusUrl, deskUrl: `${ctx.publicUrl}/desk`, confirmUrl }
    return composeOrderConfirmation(order, ctx.config, urls, { lacksNumber: await lacksNumber(ctx, order) })
  }
  return composeMoneyReturned(order, { amountCents: toCents(order.refunded_cents), reason: 'no_stock' }, statusUrl)
}

export const aboutOrder =
  (
    compose: (ctx: Context, order: Addressed, message: composer.MessageRow) => Promise<composer.ComposedMail | null>,
  ): composer.MessageComposer =>
  async (ctx, message) => {
    const order = await messageBatches(ctx).findOrder(message.subject_id as OrderId)
    const email = order?.email
    if (!email) return { failed: 'the order has no address to write to' }
    return (await compose(ctx, { ...order, email }, message)) ?? OVER
  }

const composeOrderMessage = aboutOrder(async (ctx, order, message) => {
  const content = await contentOf(ctx, message, order)
  return content && { to: order.email, ...content }
})

export const ORDER_COMPOSERS: Readonly<Record<composer.OrderMessageKind, composer.MessageComposer>> = {
  order_confirmation: (ctx, message) =>
    message.channel === 'sms' ? composeConfirmationText(ctx, message) : composeOrderMessage(ctx, message),
  money_returned: composeOrderMessage,
  cash_app_instructions: composeOrderMessage,
  cash_app_closed: composeOrderMessage,
  cash_app_withdrawn: composeOrderMessage,
  // What emails of orders carry today was an email of its own before.
  buyer_verification: async () => OVER,
}
