import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { CSV_TYPE } from '#contract/csv-type.ts'
import type { Span } from '#contract/days.ts'
import { type Days, type DaysProblem, readDays } from '#web/lib/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import type * as Csv from './analytics-csv.ts'
import { type OverviewChoices, PERIODS, spansOf } from './overview-choices.ts'
import { PERIOD_NAMES, SPAN_NAMES } from './overview-words.ts'

/** Makes the file on demand, with code that is loaded then. */
export function DownloadButton({ of, makeFile }: { of: string; makeFile: (csv: typeof Csv) => Csv.CsvFile }) {
  const handleClick = async () => {
    const [csv, { downloadFile }] = await Promise.all([
      import('./analytics-csv.ts'),
      import('#web/lib/download-file.ts'),
    ])
    const { name, text } = makeFile(csv)
    downloadFile(name, CSV_TYPE, text)
  }
  return (
    <Button onClick={handleClick}>
      <Download size={15} aria-hidden="true" />
      Download CSV<span className="sr-only"> of {of}</span>
    </Button>
  )
}

/** First and last day of a custom period. `lib/use-form.ts` would push the analytics tab's first load over its budget. */
function PeriodFields(props: { from: string; to: string; problem: DaysProblem | null; onShow: (days: Days) => void }) {
  const { from, to, problem, onShow } = props
  const [draft, setDraft] = useState({ from, to })
  /** What is wrong with the input; undefined before any input, when the URL's problem counts. */
  const [own, setOwn] = useState<DaysProblem | null>()
  const [address, setAddress] = useState({ from, to })
  if (address.from !== from || address.to !== to) {
    setAddress({ from, to })
    setDraft({ from, to })
    setOwn(undefined)
  }
  const shown = own === undefined ? problem : own
  const handleBlur = () => {
    const read = readDays(draft.from, draft.to)
    // A field that was not visited yet is not wrong.
    if (!read.ok && draft.from && draft.to) setOwn(read.problem)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const read = readDays(draft.from, draft.to)
    setOwn(read.ok ? undefined : read.problem)
    if (read.ok) onShow(read.days)
  }
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      type="date"
      value={draft[name]}
      error={shown?.[name]}
      onChange={(event) => {
        setDraft({ ...draft, [name]: event.target.value })
        setOwn(null)
      }}
      onBlur={handleBlur}
      className="w-full xs:w-44"
    />
  )
  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-wrap items-start gap-3">
      {field('from', 'From')}
      {field('to', 'To')}
      {/* In line with the fields, whose labels are above them. */}
      <Button type="submit" className="xs:mt-6.5">
        Show this period
      </Button>
    </form>
  )
}

interface OverviewToolbarProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
  days: Days | null
  by: Span
  problem: DaysProblem | null
}

export const OverviewToolbar = ({ choices, onChange, days, by, problem }: OverviewToolbarProps) => (
  <div className="grid gap-3">
    <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
      <SelectField
        label="Period"
        options={PERIODS}
        nameOf={(period) => PERIOD_NAMES[period]}
        value={choices.period}
        // A custom period starts with the days on screen.
        onChange={(period) => onChange({ ...choices, period, ...(period === 'custom' && days) })}
        className="min-w-44 max-xs:w-full"
      />
      {days && days.from !== days.to && (
        <>
          <Choice
            legend="Grouped by"
            options={spansOf(days).map((value) => ({ value, label: SPAN_NAMES[value] }))}
            value={by}
            onChange={(value) => onChange({ ...choices, by: value })}
          />
          <Choice
            legend="Shown as"
            options={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={choices.isTable ? 'table' : 'chart'}
            onChange={(value) => onChange({ ...choices, isTable: value === 'table' })}
          />
        </>
      )}
    </div>
    {choices.period === 'custom' && (
      <PeriodFields
        from={choices.from}
        to={choices.to}
        problem={problem}
        onShow={(own) => onChange({ ...choices, ...own })}
      />
    )}
  </div>
)
