import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Mail } from 'lucide-react'
import type { TeamMember } from '#contract/admin/team.ts'
import { writeCsv } from '#contract/csv.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import * as contract from '#contract/sales/analytics.ts'
import { payReportCsv, payReportName } from '#contract/sales/pay-report-csv.ts'
import type { UserId } from '#contract/values.ts'
import { useAttempt } from '#web/lib/attempts.ts'
import { callApi, FRESH, query } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { DayRangeFields } from '#web/lib/filter-fields.tsx'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { type Days, formatDay, formatDays, monthsOf, periodOf, readDays, zoneName } from '#web/lib/format-day.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { useChange } from '#web/lib/use-change.ts'
import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { EmptyState, ListTrouble, StatusPill } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useMembers } from './team-data.tsx'

/** Emails a report. If a reply is lost, pressing again is the same attempt, so it never goes out twice. */
function EmailReport({ member: { id: userId, email }, report }: { member: TeamMember; report: contract.PayReport }) {
  const { startDate, endDate } = report
  const attempt = useAttempt()
  const mail = useChange({
    send: () =>
      callApi(contract.mailPayReport, {
        params: { userId },
        body: { startDate, endDate, attemptId: attempt.idFor({ startDate, endDate }) },
      }),
    onDone: attempt.end,
    toast: ({ to }) => ({
      title: 'Report emailed',
      description: `It is on its way to ${to}, with the table attached.`,
    }),
    failed: 'The report was not emailed',
  })
  return (
    <>
      <Button icon={Mail} isBusy={mail.isPending} onClick={() => mail.mutate()}>
        {mail.isPending ? 'Emailing…' : 'Email Report'}
      </Button>
      <p className="self-center text-sm text-muted">goes to {email}</p>
    </>
  )
}

/** A report over years has too many rows to draw quickly; the file has all of them. */
const ROWS_MAX = 500

/** The days of the report in the URL; the last month for impossible ones. */
export function usePayDays(): Days {
  const { from = '', to = '' } = useTeamSearch().search
  const { last } = monthsOf(useStoreZone())
  const read = readDays(from, to)
  return read.ok ? read.days : last
}

/** The days of a report: a month by one press, or others. `onAgain`: the same days are read once more. */
function PeriodForm({ days, onAgain }: { days: Days; onAgain: () => void }) {
  const { change } = useTeamSearch()
  const timeZone = useStoreZone()
  const { current, last } = monthsOf(timeZone)
  const handleDays = ({ from, to }: { from: string; to: string }) => {
    const read = readDays(from, to)
    if (read.ok) change(read.days)
  }
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        {[last, current].map((month) => (
          <Button
            key={month.from}
            aria-pressed={month.from === days.from && month.to === days.to}
            className="aria-pressed:border-accent aria-pressed:bg-accent-quiet"
            onClick={() => change(month)}
          >
            {month === last ? 'Last month' : 'This month'}
          </Button>
        ))}
        <DayRangeFields filters={days as { from: string; to: string }} onFilter={handleDays} />
        <Button look="quiet" onClick={onAgain}>
          Generate Report
        </Button>
      </div>
      <p className="text-xs text-muted">Both days included, in the store’s time zone, {zoneName(timeZone)}.</p>
    </div>
  )
}

type PayRow = contract.TeamPayReport['reps'][number]

/** What every rep sold and earned, with the sum. A row opens what it is made of. */
export function TeamPayReportView() {
  const { change } = useTeamSearch()
  const days = usePayDays()
  const found = useQuery({
    ...query(contract.getTeamPayReport, {}, periodOf(days)),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
  const members = useMembers().data ?? []
  const onOpen = (member: UserId) => change({ member, part: 'pay-report', period: '', ...days })
  const canOpen = ({ userId }: PayRow) => members.some(({ id }) => id === userId)
  const reps = found.data?.reps ?? []
  const sum = (part: 'orders' | 'paid' | 'refunded' | 'commission') =>
    Math.round(reps.reduce((total, row) => total + row[part], 0) * 100) / 100
  const sums = { orders: sum('orders'), paid: sum('paid'), refunded: sum('refunded'), commission: sum('commission') }
  const total: PayRow = { userId: '' as UserId, username: 'Total', ...sums }
  const rows = [...reps, total]
  const handleDownload = () =>
    downloadFile(
      `pay-report-${days.from}-${days.to}.csv`,
      CSV_TYPE,
      writeCsv([
        ['Rep', 'Orders', 'Revenue', 'Refunds', 'Commission'],
        ...rows.map((row) => [
          row.username,
          row.orders,
          ...[row.paid, row.refunded, row.commission].map((one) => one.toFixed(2)),
        ]),
      ]),
    )
  const columns: readonly Column<PayRow>[] = [
    {
      header: 'Rep',
      isTitle: true,
      cell: (row) =>
        canOpen(row) ? (
          <button
            type="button"
            onClick={() => onOpen(row.userId)}
            className="font-semibold text-accent hover:underline"
          >
            {row.username}
          </button>
        ) : (
          <strong dir="auto">{row.username}</strong>
        ),
    },
    { header: 'Orders', isNumber: true, cell: ({ orders }) => formatCount(orders) },
    { header: 'Revenue', isNumber: true, cell: ({ paid }) => formatDollars(paid) },
    { header: 'Refunds', isNumber: true, cell: ({ refunded }) => (refunded === 0 ? '–' : formatDollars(refunded)) },
    { header: 'Commission', isNumber: true, cell: ({ commission }) => <strong>{formatDollars(commission)}</strong> },
  ]
  return (
    <div className="grid gap-4">
      <PeriodForm days={days} onAgain={() => void found.refetch()} />
      <ListTrouble list={found} title="The pay report could not be loaded" />
      {found.isLoading && <Loading words="Loading the pay report" height="h-28" />}
      {found.data && (
        <div className="flex flex-wrap items-baseline justify-between gap-2">
          <h2 className="text-base font-semibold">Pay report, {formatDays(days.from, days.to)}</h2>
          {reps.length > 0 && (
            <Button icon={Download} onClick={handleDownload}>
              Download CSV
            </Button>
          )}
        </div>
      )}
      {found.data && reps.length === 0 && <EmptyState title="No sales found for the selected period" />}
      {reps.length > 0 && (
        <DataTable
          label="Pay of all reps"
          columns={columns}
          rows={rows}
          rowKey={({ userId }) => userId}
          onOpen={(row) => canOpen(row) && onOpen(row.userId)}
        />
      )}
    </div>
  )
}

/** A member's pay between two days, line by line: saved as a file, or emailed to them. */
export function PayReportView({ member }: { member: TeamMember }) {
  const days = usePayDays()
  const found = useQuery({
    ...query(contract.getPayReport, { userId: member.id }, periodOf(days)),
    placeholderData: keepPreviousData,
    ...FRESH,
  })
  const { data: report } = found
  return (
    <div className="grid gap-4">
      <PeriodForm days={days} onAgain={() => void found.refetch()} />
      <ListTrouble list={found} title="The report could not be generated" />
      {found.isLoading && <Loading words="Generating the report" height="h-28" count={2} />}
      {report && <Report key={`${report.startDate} ${report.endDate}`} member={member} report={report} />}
    </div>
  )
}

const COLUMNS: readonly Column<contract.PayReport['packagesSold'][number]>[] = [
  {
    header: 'Customer',
    isTitle: true,
    cell: ({ customerName, orderReference, isDisputed }) => (
      <>
        <strong className="line-clamp-2" dir="auto">
          {customerName}
        </strong>
        <span className="figures text-xs text-muted">{orderReference}</span>{' '}
        {isDisputed && <StatusPill tone="over">Disputed</StatusPill>}
      </>
    ),
  },
  {
    header: 'Package Type',
    cell: ({ packageType, kind }) => (kind === 'refund' ? `${packageType}, returned` : packageType),
  },
  { header: 'County', cell: ({ place }) => place },
  { header: 'Sale Date', isUnbroken: true, cell: ({ saleDate }) => formatDay(saleDate) },
  { header: 'Amount', isNumber: true, cell: ({ amount }) => formatDollars(amount) },
  {
    header: 'Pay Value',
    isNumber: true,
    cell: ({ payValue, rate }) => (
      <>
        {formatDollars(payValue)}
        <span className="ml-2 text-xs text-muted @3xl:ml-0 @3xl:block">at {rate}%</span>
      </>
    ),
  },
]

function Report({ member, report }: { member: TeamMember; report: contract.PayReport }) {
  const { startDate, endDate, packagesSold, totalPackages, totalPay } = report
  // A package may be sold and refunded within one order, so the key is the position in the list.
  const rows = packagesSold.slice(0, ROWS_MAX).map((row, position) => ({ ...row, position }))
  const handleDownload = () => downloadFile(payReportName(member.username, report), CSV_TYPE, payReportCsv(report))
  return (
    <section aria-labelledby="pay-report-title" className="grid gap-4">
      <h3 id="pay-report-title" className="text-base font-semibold">
        Pay report, {formatDays(startDate, endDate)}
      </h3>
      <FigureStrip
        label="Summary of the pay report"
        figures={[
          { label: 'Total Packages Sold', value: formatCount(totalPackages) },
          { label: 'Total Pay', value: formatDollars(totalPay) },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} onClick={handleDownload}>
          Download CSV
        </Button>
        <EmailReport member={member} report={report} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No sales found for the selected period" />
      ) : (
        <DataTable
          label="Packages of the pay report"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ position }) => String(position)}
        />
      )}
      {packagesSold.length > ROWS_MAX && <p>The first {ROWS_MAX}; the file has all of them.</p>}
    </section>
  )
}
