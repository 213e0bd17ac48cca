/** Emails about store credit: that there is some, and the code that unlocks it. */
import { CREDIT_CODE_MINUTES, CREDIT_OPEN_MINUTES } from '#contract/credit/credit-use.ts'
import { addCents, formatCents, toCents } from '#contract/money.ts'
import type { OrderId } from '#contract/values.ts'
import type { MessageComposer, MessageComposers } from '#server/features/messages/message-composer.ts'
import { type Letter, writeLetter } from '#server/features/messages/write-letter.ts'
import { readCredit } from '#server/features/orders/change-credit.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { describeLine, nameToGreet } from '#server/features/orders/order-words.ts'
import { findOrder } from '#server/features/orders/show-order.ts'
import type { Context } from '#server/gateways/context.ts'
import { findCode, findGranted, findReturningCredit, listLateEntries } from './queries.ts'
import { codeOf } from './rules.ts'

const OVER = { failed: 'what it was about is over' }

const HOW_TO_USE =
  'To use it, press “Use store credit” at the checkout, give this email address, and type the code that we mail you. It can pay a whole order or a part of one, alone or with a card, but not a payment link or Cash App. It does not expire.'

/** Composes an email that ends with the buyer's credit and how to use it. */
async function creditMail(
  ctx: Context,
  order: OrderRow & { email: string },
  customerKey: string,
  letter: Pick<Letter, 'subject' | 'paragraphs' | 'list'>,
) {
  const balance = await readCredit(ctx.database, customerKey)
  const content = writeLetter(
    {
      ...letter,
      name: nameToGreet(order),
      facts: [['Your store credit now', formatCents(balance)]],
      closing: [HOW_TO_USE],
      button: { text: 'Choose leads', url: `${ctx.publicUrl}/leads` },
      reference: order.reference,
    },
    ctx.config.brand,
  )
  return { to: order.email, ...content }
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
      `We promised your leads within 24 hours, and ${what} of your order ${order.reference} took longer. We are sorry. You have ${amount} of store credit for it.`,
      'Your leads come all the same; nothing about your order changes.',
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
    paragraphs: [`We gave you ${amount} of store credit for your order ${order.reference}.`],
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
    paragraphs: [`Thank you for ordering again. Order ${order.reference} earned you ${amount} of store credit.`],
  })
}

const composeCode: MessageComposer = async (ctx, { subject_id }) => {
  const [code] = await ctx.database.run(findCode, { codeId: subject_id, now: ctx.clock.now() })
  if (!code) return OVER
  const { brand } = ctx.config
  const digits = codeOf(ctx.secrets, code.code_id)
  const letter = writeLetter(
    {
      subject: `${digits} is your code for store credit at ${brand.name}`,
      name: null,
      paragraphs: [
        `Type this code at the checkout to use your store credit: ${digits}`,
        `It works for ${CREDIT_CODE_MINUTES} minutes, in the browser that asked for it. Your credit can then be used there for ${CREDIT_OPEN_MINUTES} minutes.`,
      ],
      small: ['If you did not ask for it, ignore this mail, and tell nobody the code: your credit stays yours.'],
    },
    brand,
  )
  return { to: code.email, ...letter }
}

/** By message kind; app.ts passes them to `messages`. */
export const composers: MessageComposers = {
  credit_late: composeLate,
  credit_granted: composeGranted,
  credit_returning: composeReturning,
  credit_code: composeCode,
}
