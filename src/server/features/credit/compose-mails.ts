import { CREDIT_CODE_MINUTES, CREDIT_OPEN_MINUTES } from '#contract/credit/credit-use.ts'
import { addCents, toCents } from '#contract/money.ts'
import { formatCents } from '#contract/plain-values.ts'
import type { OrderId } from '#contract/values.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import type { Letter } from '#server/features/messages/write-letter.ts'
import { readCredit } from '#server/features/orders/change-credit.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine, nameToGreet } from '#server/features/orders/order-words.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { findCode, findGranted, findReturningCredit, listLateEntries } from './queries.ts'
import { codeOf } from './rules.ts'

const OVER = { failed: 'this message is no longer needed' }

const HOW_TO_USE =
  'To use it, press “Use store credit” at checkout, enter this email address, and type the code we email you. It can pay for all or part of an order, alone or with a card, but not for a payment link or a Cash App order. It never expires.'

async function creditMail(
  ctx: Context,
  order: OrderRow & { email: string },
  customerKey: string,
  letter: Pick<Letter, 'subject' | 'paragraphs' | 'list'>,
) {
  const balance = await readCredit(ctx.database, customerKey)
  return {
    to: order.email,
    ...letter,
    name: nameToGreet(order),
    facts: [['Your store credit balance', formatCents(balance)]] as const,
    closing: [HOW_TO_USE],
    button: { text: 'Choose leads', url: `${ctx.publicUrl}/leads` },
    reference: order.reference,
  }
}

async function addressed(ctx: Context, orderId: string): Promise<(OrderRow & { email: string }) | null> {
  const order = await findOrder(ctx, orderId as OrderId)
  return order?.email ? { ...order, email: order.email } : null
}

/** Lists all late lines of the order, whichever one the message was written for. */
const composeLate: MessageComposer = async (ctx, { subject_id }) => {
  const [order, entries] = await Promise.all([
    addressed(ctx, subject_id),
    ctx.database.run(listLateEntries, { orderId: subject_id }),
  ])
  const [first] = entries
  if (!order || !first) return OVER
  const amount = formatCents(addCents(entries.map(({ cents }) => toCents(cents))))
  const what = entries.length === 1 ? 'a package' : `${entries.length} packages`
  return creditMail(ctx, order, first.customer_key, {
    subject: `${amount} store credit for order ${order.reference}`,
    paragraphs: [
      `We promised your leads within 24 hours, and ${what} of your order ${order.reference} took longer. We are sorry. To make up for it, we added ${amount} in store credit to your account.`,
      'You still get all of your leads; nothing about your order changes.',
    ],
    list: {
      heading: 'What was late',
      items: entries.flatMap(({ line_number, cents }) => {
        const line = order.lines.find((one) => one.line_number === line_number)
        if (!line) return []
        const { title, place } = describeLine(line)
        return [{ title, notes: [place, `${formatCents(cents)} store credit`] }]
      }),
    },
  })
}

/** `credit_granted.<order>.<attempt>`, with a number if it is sent again. */
const GRANTED_ID = /^credit_(granted\.ord_\w+\.[\w-]+)/

const composeGranted: MessageComposer = async (ctx, { subject_id, message_id }) => {
  const [, entryId] = GRANTED_ID.exec(message_id) ?? []
  const [order, [entry]] = await Promise.all([
    addressed(ctx, subject_id),
    ctx.database.run(findGranted, { entryId: entryId ?? '' }),
  ])
  if (!order || !entry) return OVER
  const amount = formatCents(entry.cents)
  return creditMail(ctx, order, entry.customer_key, {
    subject: `${amount} store credit from ${ctx.config.brand.name}`,
    paragraphs: [`We gave you ${amount} in store credit for order ${order.reference}.`],
  })
}

const composeReturning: MessageComposer = async (ctx, { subject_id }) => {
  const [order, [entry]] = await Promise.all([
    addressed(ctx, subject_id),
    ctx.database.run(findReturningCredit, { orderId: subject_id }),
  ])
  if (!order || !entry) return OVER
  const amount = formatCents(entry.cents)
  return creditMail(ctx, order, entry.customer_key, {
    subject: `${amount} store credit for coming back`,
    paragraphs: [`Thank you for coming back. Order ${order.reference} earned you ${amount} in store credit.`],
  })
}

const composeCode: MessageComposer = async (ctx, { subject_id }) => {
  const [code] = await ctx.database.run(findCode, { codeId: subject_id, now: ctx.clock.now() })
  if (!code) return OVER
  const digits = codeOf(ctx.secrets, code.code_id)
  return {
    to: code.email,
    subject: `${digits} is your store credit code for ${ctx.config.brand.name}`,
    name: null,
    paragraphs: [
      `Enter this code at checkout to use your store credit: ${digits}`,
      `It works for ${CREDIT_CODE_MINUTES} minutes, in the browser you requested it from. You then have ${CREDIT_OPEN_MINUTES} minutes to use your credit there.`,
    ],
    small: ['If you did not request this code, ignore this email and do not share the code. Your credit is safe.'],
  }
}

export const composers: MessageComposers = {
  credit_late: composeLate,
  credit_granted: composeGranted,
  credit_returning: composeReturning,
  credit_code: composeCode,
}
