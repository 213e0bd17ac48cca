/** The four parts of a day's figures, each with what it shows and what it doesn't. */

import { type ReactNode, useId, useState } from 'react'
import { CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import type { ClaimRow, DeliveryRow, FigurePart, OptOutRow, Share, StockRow } from '#contract/trust/figures.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatMonth } from '#web/lib/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import type { Shown } from './figures-data.ts'

/** `1,204`, `hidden`; a dash where the store shows shares only. */
function countInWords(count: number | null, hasCounts: boolean): string {
  if (count !== null) return formatCount(count)
  return hasCounts ? 'hidden' : '–'
}

/** `1,204`; `60%` where the store shows shares only. */
function partInWords(count: number | null, percent: number | null, hasCounts: boolean): string {
  if (hasCounts) return countInWords(count, hasCounts)
  return percent === null ? 'hidden' : `${percent}%`
}

/** `98%`; `95 to 99%` where the exact share would reveal a hidden number. */
function shareInWords(share: Share): string {
  if (share === null) return 'hidden'
  return share.from === share.to ? `${share.from}%` : `${share.from} to ${share.to}%`
}

/** `11 hours` */
function hoursInWords(hours: number | null): string {
  if (hours === null) return 'hidden'
  return hours === 1 ? '1 hour' : `${formatCount(hours)} hours`
}

/** `November 2026`, of `2026-11`. */
const monthInWords = (month: string): string => formatMonth(`${month}-01`)

/** The months of rows, latest first. */
const monthsOf = (rows: readonly { month: string }[]): string[] =>
  [...new Set(rows.map(({ month }) => month))].toSorted().toReversed()

/** Rows shown at first. On a phone, each is a card. */
const ROWS_AT_FIRST = 8

interface FigureSectionProps<Row extends { month: string }> {
  title: string
  intro: ReactNode
  day: string
  part: FigurePart
  /** Latest month first. */
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Shows the rows of all months, with their month in a column. */
  hasAllMonths?: boolean
  /** Shown instead of the table. */
  empty: string
  /** What the figures don't show. */
  limits: ReactNode
}

/** One part of the figures: what it shows, its table by month, where its data comes from, and what it doesn't show. */
function FigureSection<Row extends { month: string }>({
  title,
  intro,
  day,
  part,
  rows,
  rowKey,
  columns,
  hasAllMonths = false,
  empty,
  limits,
}: FigureSectionProps<Row>) {
  const titleId = useId()
  const months = monthsOf(rows)
  const [chosen, setChosen] = useState<string | undefined>()
  const [isWhole, setIsWhole] = useState(false)
  const month = chosen !== undefined && months.includes(chosen) ? chosen : months[0]
  const shown = hasAllMonths ? rows : rows.filter((row) => row.month === month)
  const visible = isWhole ? shown : shown.slice(0, ROWS_AT_FIRST)
  return (
    <section aria-labelledby={titleId} className="mt-12 border-t border-line pt-8">
      <h2 id={titleId} className="display text-2xl">
        {title}
      </h2>
      <div className="mt-2 max-w-[68ch] text-muted">{intro}</div>
      {month === undefined ? (
        <p className="mt-5 font-semibold">{empty}</p>
      ) : (
        <>
          {!hasAllMonths && (
            <SelectField
              label="Month"
              isInline
              className="mt-5 max-w-xs"
              options={months}
              nameOf={monthInWords}
              value={month}
              onChange={setChosen}
            />
          )}
          <div className="mt-4">
            <DataTable
              label={hasAllMonths ? title : `${title}, ${monthInWords(month)}`}
              columns={columns}
              rows={visible}
              rowKey={rowKey}
            />
          </div>
          {visible.length < shown.length && (
            <Button className="mt-3" onClick={() => setIsWhole(true)}>
              Show all {shown.length} rows
            </Button>
          )}
          <p className="mt-3 text-sm">
            <a href={`/api/trust/${day}/${part}/csv`} download className="text-accent underline underline-offset-2">
              {`${title}: all rows as CSV`}
            </a>
          </p>
        </>
      )}
      <p className="mt-3 max-w-[68ch] text-sm text-muted">
        <strong className="text-ink">What this does not say.</strong> {limits}
      </p>
    </section>
  )
}

const CENTS_PER_DOLLAR = 100

const stockColumns = (hasCounts: boolean): Column<StockRow>[] => [
  { key: 'state', header: 'State', isTitle: true, cell: ({ state }) => state },
  { key: 'kind', header: 'Counted', cell: ({ kind }) => (kind === 'leads' ? 'Places of leads' : 'Packages') },
  {
    key: 'placed',
    header: 'Placed',
    isNumber: true,
    cell: ({ placed }) => countInWords(placed, hasCounts),
  },
  {
    key: 'available',
    header: '= available',
    isNumber: true,
    cell: ({ available, availablePercent }) => partInWords(available, availablePercent, hasCounts),
  },
  {
    key: 'held',
    header: '+ held',
    isNumber: true,
    cell: ({ held, heldPercent }) => partInWords(held, heldPercent, hasCounts),
  },
  {
    key: 'sold',
    header: '+ sold',
    isNumber: true,
    cell: ({ sold, soldPercent }) => partInWords(sold, soldPercent, hasCounts),
  },
  {
    key: 'addsUp',
    header: 'Adds up',
    cell: ({ addsUp }) => (addsUp ? 'yes' : <strong className="text-danger">no</strong>),
  },
  { key: 'day', header: 'As of', isUnbroken: true, cell: ({ day }) => formatDay(day) },
]

const deliveryColumns = (hasCounts: boolean): Column<DeliveryRow>[] => [
  { key: 'state', header: 'State', isTitle: true, cell: ({ state }) => state },
  { key: 'share', header: 'On time', isNumber: true, cell: ({ inTimePercent }) => shareInWords(inTimePercent) },
  ...(hasCounts
    ? ([
        { key: 'due', header: 'Packages due', isNumber: true, cell: ({ due }) => countInWords(due, true) },
        { key: 'inTime', header: 'Sent on time', isNumber: true, cell: ({ inTime }) => countInWords(inTime, true) },
        { key: 'late', header: 'Late', isNumber: true, cell: ({ late }) => countInWords(late, true) },
        {
          key: 'credits',
          header: 'Credits for late ones',
          isNumber: true,
          cell: ({ credits, creditCents }) =>
            creditCents === null
              ? 'hidden'
              : `${formatDollars(creditCents / CENTS_PER_DOLLAR)} (${countInWords(credits, true)})`,
        },
      ] satisfies Column<DeliveryRow>[])
    : []),
]

const claimColumns = (hasCounts: boolean): Column<ClaimRow>[] => [
  { key: 'reason', header: 'Reason', isTitle: true, cell: ({ reason }) => CLAIM_REASON_NAMES[reason] },
  { key: 'share', header: 'Share granted', isNumber: true, cell: ({ grantedPercent }) => shareInWords(grantedPercent) },
  ...(hasCounts
    ? ([
        { key: 'answered', header: 'Answered', isNumber: true, cell: ({ answered }) => countInWords(answered, true) },
        { key: 'granted', header: 'Granted', isNumber: true, cell: ({ granted }) => countInWords(granted, true) },
        { key: 'denied', header: 'Denied', isNumber: true, cell: ({ denied }) => countInWords(denied, true) },
      ] satisfies Column<ClaimRow>[])
    : []),
]

const optOutColumns = (hasCounts: boolean): Column<OptOutRow>[] => [
  { key: 'month', header: 'Month', isTitle: true, cell: ({ month }) => monthInWords(month) },
  ...(hasCounts
    ? ([
        { key: 'honored', header: 'Honored', isNumber: true, cell: ({ honored }) => countInWords(honored, true) },
      ] satisfies Column<OptOutRow>[])
    : []),
  { key: 'median', header: 'Half within', isNumber: true, cell: ({ medianHours }) => hoursInWords(medianHours) },
  {
    key: 'percentile',
    header: '95 of 100 within',
    isNumber: true,
    cell: ({ percentile95Hours }) => hoursInWords(percentile95Hours),
  },
]

/** Shows all parts. */
export function FiguresView({ figures }: { figures: Shown }) {
  const { day, hasCounts } = figures
  return (
    <>
      <FigureSection
        title="What became of our stock"
        intro="What we put on sale is still available, held in someone’s cart, or sold. The numbers come from three separate records, and we show whether they add up. Packages are counted in units, if we set their number. Leads are counted in places, one for each buyer a lead may have."
        day={day}
        part="stock"
        rows={figures.stock}
        rowKey={({ month, state, kind }) => `${month} ${state} ${kind}`}
        columns={stockColumns(hasCounts)}
        empty="Nothing was on sale."
        limits="Whether the leads are good. Packages that are sold without a set number are not counted. A place that nobody bought leaves the count when its lead grows too old. A refunded package that nobody got is placed again and counts once more."
      />
      <FigureSection
        title="Packages delivered on time"
        intro="We promise every package within 24 hours of its payment, and store credit if it comes later. A package counts in the month in which it was due, and a credit in the month in which it was given."
        day={day}
        part="deliveries"
        rows={figures.deliveries}
        rowKey={({ month, state }) => `${month} ${state}`}
        columns={deliveryColumns(hasCounts)}
        empty="No month with deliveries is over yet."
        limits="When the buyer read the message: on time means that the email or SMS service had accepted it, or that we had handed the package over ourselves. Packages that were refunded before they were due are left out. Credit that we took back later, with a refund, still counts here."
      />
      <FigureSection
        title="Claims about bad leads, and our answers"
        intro="Buyers can claim a bad lead and get another one, or store credit. A claim counts in the month of our answer."
        day={day}
        part="claims"
        rows={figures.claims}
        rowKey={({ month, reason }) => `${month} ${reason}`}
        columns={claimColumns(hasCounts)}
        empty="No month with answered claims is over yet."
        limits="How many leads are bad: not every buyer claims. Claims that came after a refund of the package count as denied."
      />
      <FigureSection
        title="Property owners who opted out"
        intro="How long it took from an owner’s request until the property’s leads were out of our stock. We wait at least 8 hours on purpose, so that nobody can watch our stock to learn whether we had the property. Nothing of it is sold in that time."
        day={day}
        part="opt-outs"
        rows={figures.optOuts}
        rowKey={({ month }) => month}
        columns={optOutColumns(hasCounts)}
        hasAllMonths
        empty="No month with such requests is over yet."
        limits="How many of these properties we had: we do the same for every address. What earlier buyers did after we asked them to delete it."
      />
    </>
  )
}
