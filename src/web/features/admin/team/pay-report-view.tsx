import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Mail } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { addDays, startOfSpan } from '#contract/days.ts'
import {
  getPayReport,
  getReportMail,
  mailPayReport,
  type PayReport,
  type ReportMail,
} from '#contract/sales/analytics.ts'
import { payReportCsv, payReportName } from '#contract/sales/pay-report-csv.ts'
import { storeDayOf } from '#contract/store-day.ts'
import type { AttemptId, UserId } from '#contract/values.ts'
import { type ApiError, callApi, query } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { type Days, type DaysProblem, formatDay, formatDays, readDays, zoneName } from '#web/lib/format-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { TextField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { SubmitButton } from '#web/ui/more-fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Loading } from '#web/ui/skeleton.tsx'

/** Emails go out within a second or two, or much later if the mail server needs retries. */
const ASK_MS = 1000
const newAttempt = () => crypto.randomUUID() as string as AttemptId

/**
 * Emails a report and polls until the email was sent or given up. If a reply is lost, pressing again is the same
 * attempt, so one press never sends two emails; after a sent email it is a new one.
 */
function useReportMail(userId: UserId, { startDate, endDate }: Pick<PayReport, 'startDate' | 'endDate'>) {
  const [attemptId, setAttemptId] = useState(newAttempt)
  const start = useMutation<ReportMail, ApiError, AttemptId>({
    mutationFn: (attempt) =>
      callApi(mailPayReport, { params: { userId }, body: { startDate, endDate, attemptId: attempt } }),
  })
  const state = useQuery({
    ...query(getReportMail, { userId, attemptId }),
    enabled: start.isSuccess,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) =>
      !error && (data === undefined || data.state === 'waiting') && ASK_MS,
  })
  const mail = start.isSuccess ? (state.data ?? start.data) : undefined
  const send = () => {
    const isOver = mail !== undefined && mail.state !== 'waiting'
    const attempt = isOver ? newAttempt() : attemptId
    setAttemptId(attempt)
    start.mutate(attempt)
  }
  const isWaiting = mail?.state === 'waiting'
  // Nothing is known about the email then; pressing again asks about the same one.
  const unknown = isWaiting ? state.error : null
  return { mail, error: start.error, unknown, isBusy: start.isPending || (isWaiting && !unknown), send }
}

function ReportMailing({ member, report }: { member: TeamMember; report: PayReport }) {
  const { mail, error, unknown, isBusy, send } = useReportMail(member.id, report)
  const failed =
    error?.sentence ?? (mail?.state === 'failed' ? `The email to ${mail.to} could not be delivered.` : undefined)
  return (
    <>
      <Button icon={Mail} isBusy={isBusy} onClick={send}>
        {isBusy ? 'Emailing…' : 'Email Report'}
      </Button>
      <p className="self-center text-sm text-muted">goes to {member.email}</p>
      <div className="w-full">
        {failed ? (
          <Notice tone="danger" title="The report was not emailed">
            {failed} Check the address, then press Email Report again.
          </Notice>
        ) : unknown ? (
          <Notice tone="attention" title="We can’t tell yet whether the report was emailed">
            {unknown.sentence} Press Email Report to check again. We won’t send it twice.
          </Notice>
        ) : mail?.state === 'sent' ? (
          <Notice tone="good" title="Report emailed">
            The report was emailed to {mail.to}, with the table attached.
          </Notice>
        ) : (
          isBusy && <Notice>The report is on its way to {mail?.to ?? member.email}. You can close this dialog.</Notice>
        )}
      </div>
    </>
  )
}

/** A report over years has too many rows to draw quickly; the file has all of them. */
const ROWS_AT_ONCE = 200

/** The days as typed, what is wrong with them, and the requested report. */
interface ReportState {
  from: string
  to: string
  problem: DaysProblem
  /** Each press of the button is a separate query. */
  asked: { days: Days; questionId: string } | null
}

/** The last 30 days up to today, with nothing requested yet. */
export function newReportState(timeZone: string): ReportState {
  const today = storeDayOf(serverNow(), timeZone)
  return { from: addDays(today, -29), to: today, problem: {}, asked: null }
}

type PayReportViewProps = { member: TeamMember; state: ReportState; onChange: (state: ReportState) => void }

/** A member's pay between two days: shown on request, saved as a file, or emailed to them. */
export function PayReportView({ member, state, onChange }: PayReportViewProps) {
  const { asked } = state
  const params = { userId: member.id }
  const found = useQuery<PayReport>({
    queryKey: [getPayReport.path, params, asked],
    queryFn: asked
      ? ({ signal }) =>
          callApi(getPayReport, { params, query: { startDate: asked.days.from, endDate: asked.days.to }, signal })
      : skipToken,
  })
  const { data: report, error, isFetching } = found
  const isRefused = error?.code === 'period_invalid' && !isFetching
  return (
    <div className="grid gap-4">
      <PeriodForm
        state={isRefused ? { ...state, problem: { to: error.sentence } } : state}
        isRefused={isRefused}
        isBusy={isFetching}
        onChange={onChange}
      />
      {isFetching && <Loading words="Generating the report" height="h-28" count={2} />}
      {!isFetching && report && <Report key={asked?.questionId} member={member} report={report} />}
      {!isFetching && !report && error && !isRefused && (
        <Notice tone="danger" title="The report could not be generated">
          {error.sentence} Your dates are still set. Press Generate Report again.
        </Notice>
      )}
    </div>
  )
}

interface PeriodFormProps extends Omit<PayReportViewProps, 'member'> {
  /** Refused by the server, which checks more; the problem says why. */
  isRefused: boolean
  isBusy: boolean
}

function PeriodForm({ state, isRefused, isBusy, onChange }: PeriodFormProps) {
  const fields = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) }
  const timeZone = useStoreZone()
  const { from, to, problem, asked } = state
  // Different days fix a refusal; a report stays until the next one.
  const handleChange = (part: { from?: string; to?: string }) =>
    onChange({ ...state, ...part, problem: {}, asked: isRefused ? null : asked })
  const setLastMonth = () => {
    const last = addDays(startOfSpan(storeDayOf(serverNow(), timeZone), 'month'), -1)
    handleChange({ from: startOfSpan(last, 'month'), to: last })
  }
  const handleBlur = () => {
    const read = readDays(from, to)
    // A field that was not visited yet is not wrong.
    if (!read.ok && from && to) onChange({ ...state, problem: read.problem })
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const read = readDays(from, to)
    if (read.ok) return onChange({ ...state, problem: {}, asked: { days: read.days, questionId: crypto.randomUUID() } })
    onChange({ ...state, problem: read.problem })
    fields[read.problem.from ? 'from' : 'to'].current?.focus()
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-2">
      <div className="flex flex-wrap items-start gap-3">
        {(['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            ref={fields[name]}
            label={name === 'from' ? 'Start Date' : 'End Date'}
            type="date"
            value={state[name]}
            error={problem[name]}
            onChange={(event) => handleChange({ [name]: event.target.value })}
            onBlur={handleBlur}
            className="w-full xs:w-44"
          />
        ))}
        {/* In line with the fields, whose labels are above them. */}
        <SubmitButton label="Generate Report" busy="Generating…" isBusy={isBusy} className="xs:mt-6.5" />
        <Button look="quiet" className="xs:mt-6.5" onClick={setLastMonth}>
          Last month
        </Button>
      </div>
      <p className="text-xs text-muted">
        Both days are included. Days start at midnight in the store’s time zone, {zoneName(timeZone, serverNow())}.
      </p>
    </form>
  )
}

const COLUMNS: readonly Column<PayReport['packagesSold'][number]>[] = [
  {
    header: 'Customer',
    isTitle: true,
    cell: ({ customerName, orderReference }) => (
      <>
        <strong className="line-clamp-2" dir="auto">
          {customerName}
        </strong>
        <span className="figures text-xs text-muted">{orderReference}</span>
      </>
    ),
  },
  {
    header: 'Package Type',
    cell: ({ packageType, kind }) => (kind === 'refund' ? `${packageType}, returned` : packageType),
  },
  { header: 'Sale Date', isUnbroken: true, cell: ({ saleDate }) => formatDay(saleDate) },
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

function Report({ member, report }: { member: TeamMember; report: PayReport }) {
  const { startDate, endDate, packagesSold, totalPackages, totalPay } = report
  const [shownMax, setShownMax] = useState(ROWS_AT_ONCE)
  // A package may be sold and refunded within one order, so the key is the position in the list.
  const rows = packagesSold.slice(0, shownMax).map((row, place) => ({ ...row, place }))
  const left = packagesSold.length - rows.length
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
        <ReportMailing member={member} report={report} />
      </div>
      {rows.length === 0 ? (
        <EmptyState title="No sales found for the selected period" />
      ) : (
        <DataTable
          label="Packages of the pay report"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ place }) => String(place)}
        />
      )}
      {left > 0 && (
        <div>
          <Button onClick={() => setShownMax(shownMax + ROWS_AT_ONCE)}>Show more ({formatCount(left)} left)</Button>
        </div>
      )}
    </section>
  )
}
