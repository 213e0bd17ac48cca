import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { CLAIM_ANSWER_DAYS, CLAIM_REASON_NAMES } from '#contract/claims/claim-reasons.ts'
import * as contract from '#contract/proof/proofs.ts'
import { query } from '#web/lib/call-api.ts'
import { formatCount, formatDateTime, formatDollars, formatPlural } from '#web/lib/format.ts'
import { formatDay, formatMonth } from '#web/lib/format-day.ts'
import { timeZoneWord } from '#web/lib/format-late.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FactList } from '#web/ui/fact-list.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

type Shown = NonNullable<contract.FiguresReply['figures']>

/** `1,204`, `hidden`; a dash where the store shows shares only. */
function countInWords(count: number | null, hasCounts: boolean): string {
  if (count !== null) return formatCount(count)
  return hasCounts ? 'too small to show' : '–'
}

/** `1,204`; `60%` where the store shows shares only. */
function partInWords(count: number | null, percent: number | null, hasCounts: boolean): string {
  if (hasCounts) return countInWords(count, hasCounts)
  return percent === null ? 'too small to show' : `${percent}%`
}

/** `98%`; `95 to 99%` where the exact share would reveal a hidden number. */
function shareInWords(share: contract.Share): string {
  if (share === null) return 'too small to show'
  return share.from === share.to ? `${share.from}%` : `${share.from} to ${share.to}%`
}

function hoursInWords(hours: number | null): string {
  if (hours === null) return 'too small to show'
  return hours === 1 ? '1 hour' : `${formatCount(hours)} hours`
}

/** `November 2026`, of `2026-11`. */
const monthInWords = (month: string): string => formatMonth(`${month}-01`)

/** What is counted, and against what promise. */
const PARTS: Readonly<Record<contract.FigurePart, { title: string; intro: string }>> = {
  stock: {
    title: 'Where every package went',
    intro:
      'What we put on sale is still available, held in someone’s cart, or sold. The numbers come from three separate records, and we show whether they add up. A lead that three buyers may have counts three times.',
  },
  deliveries: {
    title: 'Packages delivered on time',
    intro:
      'We promise every package within 24 hours of its payment, and store credit if it comes later. A package counts in the month in which it was due, and a credit in the month in which it was given.',
  },
  claims: {
    title: 'Claims about bad leads, and our answers',
    intro:
      'Buyers can claim a bad lead and get another one, or store credit. A claim counts in the month of our answer.',
  },
  'opt-outs': {
    title: 'Property owners who opted out',
    intro:
      'How long it took from an owner’s request until the property’s leads were out of our stock. We wait at least 8 hours on purpose, so that nobody can watch our stock to learn whether we had the property. Nothing of it is sold in that time.',
  },
}

const ROWS_OPEN_MAX = 10
const SUMMARY =
  'inline-flex min-h-11 cursor-pointer items-center font-semibold text-accent underline underline-offset-4'

interface FigureSectionProps<Row extends { month: string }> {
  day: string
  part: contract.FigurePart
  rows: readonly Row[]
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Shows the rows of all months, with their month in a column. */
  hasAllMonths?: boolean
  empty: string
  limits: string
}

/** One part of the figures: what it shows, its table by month, where its data comes from, and what it doesn't show. */
function FigureSection<Row extends { month: string }>(props: FigureSectionProps<Row>) {
  const { day, part, rows, rowKey, columns, hasAllMonths = false, empty, limits } = props
  const { title, intro } = PARTS[part]
  const titleId = useId()
  const months = [...new Set(rows.map((row) => row.month))].toSorted().toReversed()
  const [chosen, setChosen] = useState<string | undefined>()
  const month = chosen !== undefined && months.includes(chosen) ? chosen : months[0]
  const shown = hasAllMonths ? rows : rows.filter((row) => row.month === month)
  return (
    <section aria-labelledby={titleId} className="mt-12 border-t border-line pt-8">
      <h2 id={titleId} className="display text-2xl">
        {title}
      </h2>
      <p className="mt-2 max-w-[68ch] text-muted">{intro}</p>
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
          <details open={shown.length <= ROWS_OPEN_MAX} className="mt-4">
            <summary className={`${SUMMARY} text-sm`}>{`All ${formatPlural(shown.length, 'row')}`}</summary>
            <DataTable
              label={hasAllMonths ? title : `${title}, ${monthInWords(month)}`}
              columns={columns}
              rows={shown}
              rowKey={rowKey}
            />
          </details>
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

const numeric = <Row,>(header: string, cell: (row: Row) => string): Column<Row> => ({ header, isNumber: true, cell })

const stockColumns = (hasCounts: boolean): Column<contract.StockRow>[] => [
  { header: 'State', isTitle: true, cell: ({ state }) => state },
  { header: 'Counted', cell: ({ kind }) => (kind === 'leads' ? 'Leads, once per buyer' : 'Packages') },
  numeric('Put on sale', ({ placed }) => countInWords(placed, hasCounts)),
  numeric('= available', (row) => partInWords(row.available, row.availablePercent, hasCounts)),
  numeric('+ held', ({ held, heldPercent }) => partInWords(held, heldPercent, hasCounts)),
  numeric('+ sold', ({ sold, soldPercent }) => partInWords(sold, soldPercent, hasCounts)),
  { header: 'Adds up', cell: ({ addsUp }) => (addsUp ? 'yes' : <strong className="text-danger">no</strong>) },
  { header: 'As of', isUnbroken: true, cell: ({ day }) => formatDay(day) },
]

const creditInWords = ({ credits, creditCents }: contract.DeliveryRow): string =>
  creditCents === null
    ? 'too small to show'
    : `${formatDollars(creditCents / CENTS_PER_DOLLAR)} (${countInWords(credits, true)})`

const DELIVERY_COUNTS: Column<contract.DeliveryRow>[] = [
  numeric('Packages due', ({ due }) => countInWords(due, true)),
  numeric('Sent on time', ({ inTime }) => countInWords(inTime, true)),
  numeric('Late', ({ late }) => countInWords(late, true)),
  numeric('Credits for late ones', creditInWords),
]
const deliveryColumns = (hasCounts: boolean): Column<contract.DeliveryRow>[] => [
  { header: 'State', isTitle: true, cell: ({ state }) => state },
  numeric('On time', ({ inTimePercent }) => shareInWords(inTimePercent)),
  ...(hasCounts ? DELIVERY_COUNTS : []),
]

const CLAIM_COUNTS: Column<contract.ClaimRow>[] = [
  numeric('Answered', ({ answered }) => countInWords(answered, true)),
  numeric('Granted', ({ granted }) => countInWords(granted, true)),
  numeric('Denied', ({ denied }) => countInWords(denied, true)),
]
const claimColumns = (hasCounts: boolean): Column<contract.ClaimRow>[] => [
  { header: 'Reason', isTitle: true, cell: ({ reason }) => CLAIM_REASON_NAMES[reason] },
  numeric('Share granted', ({ grantedPercent }) => shareInWords(grantedPercent)),
  ...(hasCounts ? CLAIM_COUNTS : []),
]

const HONORED = numeric<contract.OptOutRow>('Honored', ({ honored }) => countInWords(honored, true))
const optOutColumns = (hasCounts: boolean): Column<contract.OptOutRow>[] => [
  { header: 'Month', isTitle: true, cell: ({ month }) => monthInWords(month) },
  ...(hasCounts ? [HONORED] : []),
  numeric('Half within', ({ medianHours }) => hoursInWords(medianHours)),
  numeric('95 of 100 within', ({ percentile95Hours }) => hoursInWords(percentile95Hours)),
]

function FiguresView({ figures }: { figures: Shown }) {
  const { day, hasCounts } = figures
  return (
    <>
      <FigureSection
        part="stock"
        day={day}
        rows={figures.stock}
        rowKey={({ month, state, kind }) => `${month} ${state} ${kind}`}
        columns={stockColumns(hasCounts)}
        empty="Nothing was on sale."
        limits="Whether the leads are good. Packages that are sold without a set number are not counted. A lead that nobody bought leaves the count when it grows too old. A refunded package that nobody got is put on sale again and counts once more."
      />
      <FigureSection
        part="deliveries"
        day={day}
        rows={figures.deliveries}
        rowKey={({ month, state }) => `${month} ${state}`}
        columns={deliveryColumns(hasCounts)}
        empty="No month with deliveries is over yet."
        limits="When the buyer read the message: on time means that the email or SMS service had accepted it, or that we had handed the package over ourselves. Packages that were refunded before they were due are left out. Credit that we took back later, with a refund, still counts here."
      />
      <FigureSection
        part="claims"
        day={day}
        rows={figures.claims}
        rowKey={({ month, reason }) => `${month} ${reason}`}
        columns={claimColumns(hasCounts)}
        empty="No month with answered claims is over yet."
        limits="How many leads are bad: not every buyer claims. Claims that came after a refund of the package count as denied."
      />
      <FigureSection
        part="opt-outs"
        day={day}
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

type OnDay = (day: string | undefined) => void

export function PublicFigures({ day, onDay }: { day: string | undefined; onDay: OnDay }) {
  const words = day === undefined ? undefined : { day }
  const { data, error, refetch } = useQuery({ ...query(contract.getFigures, {}, words), staleTime: 0 })
  if (!data && !error) return <Loading words="Loading the figures" height="h-40" count={3} />
  if (!data) {
    const action = (
      <Button onClick={() => (day === undefined ? refetch() : onDay(undefined))}>
        {day === undefined ? 'Try again' : 'Show the latest figures'}
      </Button>
    )
    return (
      <Notice tone="danger" title="The figures could not be loaded" action={action}>
        {error?.status === 400 ? 'This address does not name a day.' : error?.sentence}
      </Notice>
    )
  }
  if (!data.figures || data.checksum === null)
    return (
      <>
        <Highlights figures={{ deliveries: [], claims: [], stock: [] }} />
        <h2 className="display mt-12 text-2xl">What we count</h2>
        <p className="mt-2 max-w-[60ch] text-muted">
          No figures yet: we count once a day, and the first ones appear after our first full day.
        </p>
        <dl className="mt-6">
          {Object.values(PARTS).map(({ title, intro }) => (
            <div
              key={title}
              className="grid gap-x-10 gap-y-1 border-t border-line py-5 md:grid-cols-[16rem_minmax(0,1fr)]"
            >
              <dt className="font-semibold">{title}</dt>
              <dd className="max-w-[68ch] text-muted">{intro}</dd>
            </div>
          ))}
        </dl>
        <CheckUs />
      </>
    )
  return (
    <>
      <Highlights figures={data.figures} />
      <details id={METHOD_ID} open={day !== undefined} className="mt-8">
        <summary className={SUMMARY}>Every month, how we count, and the proof</summary>
        <div className="mt-4">
          <DayHead {...data} figures={data.figures} checksum={data.checksum} onDay={onDay} />
          <FiguresView key={data.figures.day} figures={data.figures} />
        </div>
      </details>
      <CheckUs />
    </>
  )
}

const CheckUs = () => (
  <p className="mt-12 border-t border-line pt-6 text-muted">
    Don’t take our word for it: every lead that we deliver is in a public log.{' '}
    <a href={contract.VERIFY_PATH} className={SUMMARY}>
      Check a proof
    </a>{' '}
    yourself, even offline.
  </p>
)

const PERCENT = 100

/** Of the months that can be shown: the share of all, or where the store shows shares only, the range they lie in. */
function shareOfAll(rows: readonly { part: number | null; all: number | null; share: contract.Share }[]) {
  const counted = rows.flatMap(({ part, all }) => (part === null || all === null ? [] : [{ part, all }]))
  const all = counted.reduce((sum, row) => sum + row.all, 0)
  const part = counted.reduce((sum, row) => sum + row.part, 0)
  // Rounded down: a store that was late once was not on time every time.
  if (all > 0) return { figure: `${Math.floor((part / all) * PERCENT)}%`, all }
  const shares = rows.flatMap(({ share }) => share ?? [])
  if (shares.length === 0) return null
  const range = { from: Math.min(...shares.map(({ from }) => from)), to: Math.max(...shares.map(({ to }) => to)) }
  return { figure: shareInWords(range), all: null }
}

type HighlightsProps = { figures: Pick<Shown, 'deliveries' | 'claims' | 'stock'> }
/** The three figures that a buyer asks for first, or what is promised until there are any. */
function Highlights({ figures: { deliveries, claims, stock } }: HighlightsProps) {
  const onTime = shareOfAll(deliveries.map((row) => ({ part: row.inTime, all: row.due, share: row.inTimePercent })))
  const granted = shareOfAll(claims.map((row) => ({ part: row.granted, all: row.answered, share: row.grantedPercent })))
  const oversold = stock.filter(({ addsUp }) => !addsUp).length
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Highlight figure={formatCount(oversold)} name="oversold" isCounted={stock.length > 0}>
        {stock.length === 0 ? (
          'Your cart holds what is in it, so nobody else can buy it. We count every day whether that held.'
        ) : (
          <>
            {oversold === 0
              ? 'No lead was sold to more buyers than promised, in any state.'
              : 'Counts that do not add up.'}
            <button type="button" onClick={openMethod} className={`${SUMMARY} w-full`}>
              See how we count
            </button>
          </>
        )}
      </Highlight>
      <Highlight
        figure={onTime?.figure ?? '24 hours'}
        name={onTime ? 'delivered on time' : 'to deliver, or you get store credit'}
        isCounted={onTime !== null}
      >
        {onTime
          ? `Within 24 hours of the payment${ofAll(onTime.all, 'package')}.`
          : 'We count it by the month. The first full month is not over yet.'}
      </Highlight>
      <Highlight
        figure={granted?.figure ?? `${CLAIM_ANSWER_DAYS} days`}
        name={granted ? 'of claims granted' : 'to answer a claim, or it is approved'}
        isCounted={granted !== null}
      >
        {granted
          ? `Bad leads replaced or paid back as store credit${ofAll(granted.all, 'claim')}.`
          : 'We count the answers, too, from the first full month with claims.'}
      </Highlight>
    </dl>
  )
}

const METHOD_ID = 'method'
function openMethod() {
  const method = document.getElementById(METHOD_ID)
  method?.setAttribute('open', '')
  method?.querySelector('summary')?.focus()
  method?.scrollIntoView()
}

const ofAll = (all: number | null, noun: string): string => (all === null ? '' : `, of ${formatPlural(all, noun)}`)

type HighlightProps = { figure: string; name: string; isCounted: boolean; children: ReactNode }
const Highlight = ({ figure, name, isCounted, children }: HighlightProps) => (
  <div className="rounded-md border border-line bg-surface p-5">
    <dt className="sr-only">{name}</dt>
    <dd>
      <span className={classes('text-xs font-semibold', isCounted ? 'text-accent' : 'text-muted')}>
        {isCounted ? 'Counted' : 'Promise'}
      </span>
      <span className="figures display block text-4xl">{figure}</span>
      <span aria-hidden="true" className="mt-1 block font-semibold">
        {name}
      </span>
      <span className="mt-1 block text-sm text-muted">{children}</span>
    </dd>
  </div>
)

const PROOF_WORDS: Readonly<Record<contract.FiguresReply['proof'], string>> = {
  ready:
    'The fingerprint of this day is in the same public log as the leads that we deliver. Anyone who keeps a copy of that log, and any witness that signs it, would notice a change, so we can no longer change these figures. Anyone can check the proof without asking us. It does not prove that we counted correctly.',
  waiting: 'The fingerprint of this day goes into our public log within minutes. Then you can download a proof here.',
  none: 'The store kept no public log that day, so only your own copy of the file shows whether it has changed.',
}

type DayHeadProps = Pick<contract.FiguresReply, 'proof' | 'days'> & { figures: Shown; checksum: string; onDay: OnDay }

function DayHead({ figures, checksum, proof, days, onDay }: DayHeadProps) {
  const { day, madeAt, hasCounts, hiddenBelow } = figures
  return (
    <section
      aria-label="About these figures"
      className="rounded-md border border-line bg-surface p-5 shadow-sheet sm:p-6"
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SelectField
          label="Figures for"
          className="min-w-52"
          options={days}
          nameOf={formatDay}
          value={day}
          onChange={(chosen) => onDay(chosen === days[0] ? undefined : chosen)}
        />
        <div className="flex flex-wrap gap-2">
          <a href={`/api/trust/${day}/file`} download className={buttonClasses('plain')}>
            Download this day’s figures
          </a>
          {proof === 'ready' && (
            <>
              <a href={`/api/trust/${day}/proof`} download className={buttonClasses('plain')}>
                Download with proof
              </a>
              <a href={contract.VERIFY_PATH} target="_blank" rel="noreferrer" className={buttonClasses('quiet')}>
                Check it
                <span className="sr-only">: opens a new tab</span>
              </a>
            </>
          )}
        </div>
      </div>
      <FactList
        className="mt-5 grid gap-3 text-sm"
        factLook="grid gap-x-6 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]"
        termLook="font-semibold"
        valueLook="max-w-[64ch] text-muted"
        facts={[
          [
            'Counted',
            `${formatDateTime(madeAt)} ${timeZoneWord(Date.parse(madeAt))}, by the store’s own program, from the records of its sales and payments. Months are those of ${figures.timeZone}. Except for stock, a month appears once it is over.`,
          ],
          [
            'Too small to show',
            `Numbers from 1 to ${hiddenBelow - 1}, because they could point at someone, and others from which those could be worked out. There are no totals for the same reason.${hasCounts ? '' : ' The store shows shares only, and no numbers.'}`,
          ],
          ['Proof', PROOF_WORDS[proof]],
          [
            'Fingerprint',
            <>
              <span className="break-all font-mono text-xs">{checksum}</span>
              <span className="block">
                Made from the file (SHA-256). Note it down, and you can tell later whether it is still the same file.
              </span>
            </>,
          ],
        ]}
      />
    </section>
  )
}
