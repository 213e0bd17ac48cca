import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { CSV_TYPE } from '#contract/csv-type.ts'
import { addDays, spansBetween, startOfSpan } from '#contract/days.ts'
import { type Earnings, getOwnPayReport } from '#contract/sales/earnings.ts'
import { payReportCsv, payReportName } from '#contract/sales/pay-report-csv.ts'
import { callApi } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { formatCount, formatDollars } from '#web/lib/format.ts'
import { formatDay, formatMonth, monthsOf, periodOf } from '#web/lib/format-day.ts'
import { useStoreZone } from '#web/lib/store-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { FigureStrip } from '#web/ui/figure-strip.tsx'
import { Fold, ListTrouble } from '#web/ui/panel.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useEarnings } from '../sales-data.ts'

const COLUMNS: readonly Column<Earnings['days'][number]>[] = [
  { header: 'Day', isTitle: true, isUnbroken: true, cell: ({ date }) => formatDay(date) },
  { header: 'Paid sales', isNumber: true, cell: ({ orders }) => formatCount(orders) },
  { header: 'Paid', isNumber: true, cell: ({ paid }) => formatDollars(paid) },
  { header: 'Refunded', isNumber: true, cell: ({ refunded }) => (refunded === 0 ? '–' : formatDollars(refunded)) },
  { header: 'Commission', isNumber: true, cell: ({ commission }) => formatDollars(commission) },
]

/** What the logged-in member earns in a month: sums, days, and a file with every sale. */
export function EarningsPanel({ username }: { username: string }) {
  const { current } = monthsOf(useStoreZone())
  const [from, setFrom] = useState(current.from)
  const month = from === current.from ? current : { from, to: addDays(startOfSpan(addDays(from, 31), 'month'), -1) }
  const { data, error, refetch } = useEarnings(month)
  const download = useMutation({
    mutationFn: () => callApi(getOwnPayReport, { query: periodOf(month) }),
    onSuccess: (report) => downloadFile(payReportName(username, report), CSV_TYPE, payReportCsv(report)),
    onError: ({ sentence }) =>
      showToast({ title: 'The file could not be made', description: sentence, tone: 'danger' }),
  })
  const figures = [
    { label: 'Commission', value: data && formatDollars(data.commission) },
    { label: 'Paid', value: data && formatDollars(data.paid) },
    { label: 'Refunded', value: data && formatDollars(data.refunded) },
    { label: 'Paid sales', value: data && formatCount(data.orders) },
  ]
  return (
    <section aria-label="Your commission" className="mb-6 grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-base font-semibold max-sm:w-full">Your commission</h2>
        <SelectField
          label="Month"
          isInline
          // Twelve, latest first.
          options={spansBetween(addDays(current.from, -330), current.to, 'month').toReversed()}
          nameOf={formatMonth}
          value={from}
          onChange={setFrom}
          className="min-w-36 max-sm:grow max-sm:[&>label]:sr-only"
        />
        <Button icon={Download} onClick={() => download.mutate()} isBusy={download.isPending}>
          Download CSV
        </Button>
      </div>
      {error && !data ? (
        <ListTrouble list={{ data, error, refetch }} title="Your commission could not be loaded" />
      ) : (
        <FigureStrip label="Sums of the month" figures={figures} />
      )}
      {data && data.days.length > 0 && (
        <Fold title="Show days">
          <DataTable label="Commission by day" columns={COLUMNS} rows={data.days} rowKey={({ date }) => date} />
        </Fold>
      )}
    </section>
  )
}
