import { DATE_ORDERS, type LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { LeadPreview } from '#contract/admin/lead-preview.ts'
import type { ImportOf } from '#contract/imports/imports.ts'
import { formatPlural } from '#web/lib/format.ts'
import { ADMIN_IMPORTS, useStep } from '#web/lib/imports/imports-data.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'

const dayName = (month = 1, day = 1): string =>
  new Date(2000, month - 1, day).toLocaleDateString('en-US', { month: 'long', day: 'numeric' })

/** What one answer about all rows would settle. Each answer checks the file again. */
export function CheckAgain({ one, preview }: { one: ImportOf<'leads'>; preview: LeadPreview }) {
  const { mutate, isPending, error } = useStep<{ mapping: LeadMapping }>(ADMIN_IMPORTS, one.id, 'check')
  const answer = (words: string, mapping: LeadMapping) => (
    <Button key={words} isBusy={isPending} onClick={() => mutate({ mapping: { ...one.mapping, ...mapping } })}>
      {words}
    </Button>
  )
  const { fixableByZip = 0, dates } = preview.leftOut
  const isOpen = dates && dates.open > 0 && dates.monthFirst === dates.dayFirst && !one.mapping?.dateOrder
  const [first, next] = dates?.example.match(/\d+/g)?.map(Number) ?? []
  const [month, day] = [dayName(first, next), dayName(next, first)]
  return (
    <>
      {fixableByZip > 0 && (
        <Notice
          tone="attention"
          title={`${formatPlural(fixableByZip, 'row')} could take the county from the ZIP`}
          action={answer('Take the county from the ZIP', { countyByZip: { fixed: 'Yes' } })}
        >
          They name no county, or one that their ZIP is not in. Each of these ZIPs is in one county only.
        </Notice>
      )}
      {isOpen && (
        <Notice
          tone="attention"
          title={`Is ${dates.example} ${month} or ${day}?`}
          action={[
            answer(month, { dateOrder: { fixed: DATE_ORDERS.month } }),
            answer(day, { dateOrder: { fixed: DATE_ORDERS.day } }),
          ]}
        >
          No date in the file tells. We read {formatPlural(dates.open, 'row')} like this one with the month first.
        </Notice>
      )}
      <ErrorNotice error={error} />
    </>
  )
}
