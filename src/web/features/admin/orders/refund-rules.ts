import type { AdminOrder } from '#contract/admin/order-screen.ts'
import { addCents, centsFromDollars, dollarTextFromCents, toCents } from '#contract/money.ts'
import { giveBack, type PaidLine } from '#contract/payments/give-back.ts'
import type { Cents } from '#contract/values.ts'
import { formatCount, formatDollars, formatPlural } from '#web/lib/format.ts'

export type LineDraft = { lineNumber: number; isChosen: boolean; amount: string; isReturned: boolean }

export type RefundDraft = { isWhole: boolean; lines: readonly LineDraft[]; reason: string }

type Line = AdminOrder['lines'][number]
type Lines = Pick<AdminOrder, 'lines'>

/** Lines with something left to refund. */
export const openLines = ({ lines }: Lines): readonly Line[] =>
  lines.filter((line) => line.outcome === 'sold' && line.left > 0)

/** The whole order, or one line of it, with everything that is left of each. */
export const draftOf = (order: Lines, lineNumber?: number): RefundDraft => ({
  isWhole: lineNumber === undefined,
  lines: openLines(order).map((line) => ({
    lineNumber: line.lineNumber,
    isChosen: line.lineNumber === lineNumber,
    amount: dollarTextFromCents(centsOf(line.left)),
    // What was delivered goes back on sale only if somebody says so.
    isReturned: canComeBack(line) && !wasDelivered(line),
  })),
  reason: '',
})

/** The reason after which a package is not sold again. */
const BAD_LEADS = 'Bad leads'

/** Chooses a reason. After bad leads, nothing goes back on sale unless somebody says so. */
export const withReason = (draft: RefundDraft, reason: string): RefundDraft => ({
  ...draft,
  reason,
  lines: draft.lines.map((line) => (reason === BAD_LEADS ? { ...line, isReturned: false } : line)),
})

const centsOf = (dollars: number): Cents => toCents(Math.round(dollars * 100))

/** The usual reasons. */
export const USUAL_REASONS = [
  'Wrong county',
  BAD_LEADS,
  'Delivered late',
  'Bought twice',
  'Changed their mind',
] as const

/** What is wrong with a draft: `reason`, `lines`, or the number of a line. */
export type RefundProblems = Readonly<Record<string, string>>

interface RefundAmounts {
  /** How much of it store credit paid. */
  creditCents: Cents
  /** How much less it is than what was paid for its lines, because others lose a discount with them. */
  lostCents: Cents
}

type RefundAsked = { reason: string; lines?: { lineNumber: number; amount?: string; isReturned: boolean }[] }

/** A refund that is ready to send, or what is wrong with it. */
export type ReadRefund = RefundAmounts &
  ({ ok: true; cents: Cents; asked: RefundAsked } | { ok: false; cents: Cents | null; problems: RefundProblems })

const paidLineOf = (line: Line): PaidLine => ({
  lineNumber: line.lineNumber,
  packageId: line.packageId,
  priceCents: centsOf(line.price),
  paidCents: centsOf(line.price - line.discount),
  openOffers: line.openOffers.map((offer) => ({ ...offer })),
  leftCents: centsOf(line.left),
  creditLeftCents: centsOf(line.creditLeft),
  givenCents: centsOf(line.given),
  isGone: line.isGone,
})

/** Reads a draft. The amount is known as soon as the lines are right, so the button can show it. */
export function readRefund(order: Lines, draft: RefundDraft): ReadRefund {
  const reason = draft.reason.trim()
  const problems: Record<string, string> = reason === '' ? { reason: 'Please say why. The buyer does not see it.' } : {}
  const open = openLines(order)
  if (draft.isWhole) {
    const cents = addCents(open.map(({ left }) => centsOf(left)))
    const creditCents = addCents(open.map(({ creditLeft }) => centsOf(creditLeft)))
    const amounts = { cents, creditCents, lostCents: toCents(0) }
    if (reason === '') return { ok: false, ...amounts, problems }
    // Without lines, everything that can goes back on sale.
    const typedOf = ({ lineNumber }: Line) => draft.lines.find((one) => one.lineNumber === lineNumber)
    const isKept = open.some((line) => canComeBack(line) && !typedOf(line)?.isReturned)
    const lines = draft.lines.map(({ lineNumber, isReturned }) => ({ lineNumber, isReturned }))
    return { ok: true, ...amounts, asked: { reason, ...(isKept && { lines }) } }
  }
  const chosen = draft.lines.filter(({ isChosen }) => isChosen)
  if (chosen.length === 0) problems.lines = 'Choose at least one package.'
  const read = chosen.map(({ lineNumber, amount, isReturned }) => {
    const line = open.find((one) => one.lineNumber === lineNumber)
    const left = centsOf(line?.left ?? 0)
    const cents = centsFromDollars(amount)
    if (cents === null) problems[lineNumber] = 'Enter the amount in dollars and cents, such as 20.00.'
    else if (cents > left)
      problems[lineNumber] = `That is more than the ${formatDollars(left / 100)} left to refund on it.`
    const isBack = isReturned && line !== undefined && canComeBack(line)
    return { lineNumber, cents: cents ?? toCents(0), isWhole: cents === left, isReturned: isBack }
  })
  const typed = addCents(read.map((line) => line.cents))
  const back = read.some(({ lineNumber }) => lineNumber in problems)
    ? null
    : giveBack(
        order.lines.map(paidLineOf),
        read.map(({ lineNumber, cents, isWhole, isReturned }) => ({
          lineNumber,
          cents: isWhole ? null : cents,
          isGone: isReturned,
        })),
      )
  if (back && !back.ok)
    problems[back.lineNumber] = `You can refund ${formatDollars(back.mostCents / 100)} at most: ${LOSES_DISCOUNT}.`
  const cents = back?.ok ? back.cents : null
  const creditCents = back?.ok ? back.creditCents : toCents(0)
  const lostCents = toCents(Math.max(0, cents === null ? 0 : typed - cents))
  if (cents === 0 && chosen.length > 0)
    problems.lines = typed > 0 ? `There would be nothing to refund: ${LOSES_DISCOUNT}.` : 'Refund at least one cent.'
  if (Object.keys(problems).length > 0 || cents === null)
    return { ok: false, cents: cents === 0 ? null : cents, creditCents, lostCents, problems }
  const lines = read.map(({ lineNumber, cents: each, isReturned, isWhole }) => ({
    lineNumber,
    ...(!isWhole && { amount: dollarTextFromCents(each) }),
    isReturned,
  }))
  return { ok: true, cents, creditCents, lostCents, asked: { reason, lines } }
}

const LOSES_DISCOUNT = 'the packages the buyer keeps lose a discount they had only with it'

/** The lines of a valid draft, with their outcome, shown before it is sent. */
export function touchedLines(order: Lines, draft: RefundDraft): TouchedLine[] {
  return order.lines.flatMap((line) => {
    const typed = draft.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
    if (line.outcome !== 'sold' || (!draft.isWhole && !typed?.isChosen)) return []
    const isWhole = draft.isWhole || centsFromDollars(typed?.amount ?? '') === centsOf(line.left)
    const isReturned = (typed?.isReturned ?? true) && canComeBack(line)
    return [{ delivery: line.delivery, isReturned, isWhole }]
  })
}

/** A refund of an order, as far as its consequences go. */
interface Consequent extends RefundAmounts {
  cents: Cents
  touched: readonly TouchedLine[]
  /** The order earned its buyer store credit, for a late delivery or a repeat order. */
  hasEarnedCredit: boolean
}

/** What will happen, one sentence each. */
export function consequencesOf(order: AdminOrder, refund: Consequent): string[] {
  const { cents, creditCents, lostCents, touched, hasEarnedCredit } = refund
  const words = (of: number) => formatDollars(of / 100)
  const money = cents - creditCents
  const commissionCents = order.commission ? Math.round((cents * order.commission.rate) / 100) : 0
  const moneyWords =
    order.paymentMethod === 'stripe'
      ? `${words(money)} goes back to the buyer’s card right away. Banks take 5 to 10 business days to show it.`
      : `You send ${words(money)} back yourself, the way it was paid. The store records it but can’t send it.`
  return [
    money !== 0 && moneyWords,
    creditCents > 0 && `${words(creditCents)} goes back as store credit, the way it was paid.`,
    lostCents > 0 &&
      `The packages the buyer keeps lose a discount they had only with the returned ones. They cost ${words(lostCents)} more, so we refund that much less.`,
    hasEarnedCredit && 'Store credit this order earned is taken back in proportion, unless the buyer has spent it.',
    ...fateWords(touched),
    commissionCents > 0 && `About ${words(commissionCents)} of ${order.repName}’s commission is taken back today.`,
    !!order.email && `We email ${order.email} about it, without your reason.`,
  ].filter((sentence) => typeof sentence === 'string')
}

type Delivered = Pick<Line, 'delivery'>

/** Whether its leads were delivered: they are never sold again, so the package cannot be returned. */
export const areLeadsDelivered = ({ delivery }: Delivered): boolean =>
  delivery?.kind === 'leads' && delivery.isHandedOver

/** Whether its buyer has its leads, by a link or by hand. */
export const wasDelivered = ({ delivery }: Delivered): boolean =>
  delivery !== null && (delivery.isHandedOver || delivery.state === 'delivered')

/** Whether a refund can return the package. A counted one is just a unit, even if it was delivered by hand. */
export const canComeBack = (line: Delivered & Pick<Line, 'isReturned'>): boolean =>
  !line.isReturned && !areLeadsDelivered(line)

export interface TouchedLine extends Delivered {
  /** The package is returned. */
  isReturned: boolean
  /** Nothing is left of its money after that. */
  isWhole: boolean
}

/** Whether its delivery ends: not if the buyer has downloaded it, or was told how it was done. */
const ends = ({ delivery, isReturned, isWhole }: TouchedLine): boolean =>
  (isReturned || isWhole) && delivery !== null && delivery.state !== 'delivered' && delivery.state !== 'cancelled'

const packagesWords = (lines: readonly unknown[]): string => formatPlural(lines.length, 'package')

/** One sentence for each outcome; `lines` are those that the refund touches. */
export function fateWords(lines: readonly TouchedLine[]): string[] {
  const leads = lines.filter((line) => areLeadsDelivered(line) && line.delivery?.state !== 'cancelled')
  const others = lines.filter((line) => !areLeadsDelivered(line))
  const returned = others.filter((line) => line.isReturned)
  const open = others.filter((line) => !line.isReturned && ends(line) && !wasDelivered(line))
  const links = others.filter((line) => ends(line) && wasDelivered(line))
  const isKept = open.length + links.length === 0 && !lines.some(({ delivery }) => delivery?.state === 'cancelled')
  return [
    returned.length > 0
      ? `${packagesWords(returned)} ${returned.length === 1 ? 'goes' : 'go'} back on sale.`
      : `No package goes back on sale${isKept && leads.length === 0 ? '; the buyer keeps what was bought' : ''}.`,
    ...byHandWords(returned.filter(wasDelivered).length, returned.length),
    ...leadWords(leads),
    open.length > 0 && `${packagesWords(open)} will no longer be delivered.`,
    links.length > 0 && `The delivery link of ${packagesWords(links)} stops working.`,
  ].filter((sentence) => sentence !== false)
}

/** For packages that are returned although they were delivered: their stock is a count, and it goes up. */
function byHandWords(count: number, returned: number): string[] {
  if (count === 0) return []
  if (returned === 1) return ['It was already delivered by hand, but one more goes on sale anyway.']
  const was = count === 1 ? 'was' : 'were'
  return [`${formatCount(count)} of them ${was} already delivered by hand, but as many go on sale anyway.`]
}

const LINK_FATES = {
  over: 'ends',
  downloaded: 'keeps working, because the buyer has downloaded them',
  open: 'keeps working',
} as const

function leadWords(lines: readonly TouchedLine[]): string[] {
  const fateOf = (line: TouchedLine) =>
    ends(line) ? 'over' : line.delivery?.state === 'delivered' ? 'downloaded' : 'open'
  return (['over', 'downloaded', 'open'] as const).flatMap((fate) => {
    const its = lines.filter((line) => fateOf(line) === fate)
    if (its.length === 0) return []
    const words = `The leads of ${packagesWords(its)} were delivered: they are not sold again`
    return [`${words}, and their delivery link ${LINK_FATES[fate]}.`]
  })
}
