import { Download } from 'lucide-react'
import { CSV_TYPE } from '#contract/csv-type.ts'
import type { Span } from '#contract/days.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { DayRangeFields } from '#web/lib/filter-fields.tsx'
import type { Days } from '#web/lib/format-day.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/choice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import type { CsvFile } from './analytics-csv.ts'
import { type OverviewChoices, PERIODS, spansOf } from './overview-choices.ts'
import { PERIOD_NAMES, SPAN_NAMES } from './overview-words.ts'

/** `of` tells screen readers one such button from another. */
export const DownloadButton = ({ of, makeFile }: { of: string; makeFile: () => CsvFile }) => (
  <Button
    icon={Download}
    size="small"
    onClick={() => {
      const { name, text } = makeFile()
      downloadFile(name, CSV_TYPE, text)
    }}
  >
    Download CSV<span className="sr-only"> of {of}</span>
  </Button>
)

interface OverviewToolbarProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
  days: Days | null
  by: Span
}

export const OverviewToolbar = ({ choices, onChange, days, by }: OverviewToolbarProps) => (
  <>
    <SelectField
      label="Period"
      options={PERIODS}
      nameOf={(period) => PERIOD_NAMES[period]}
      value={choices.period}
      // A custom period starts with the days on screen.
      onChange={(period) => onChange({ ...choices, period, ...(period === 'custom' && days) })}
      isInline
      className="max-xs:w-full"
    />
    {choices.period === 'custom' && <DayRangeFields filters={choices} onFilter={onChange} />}
    {days && days.from !== days.to && (
      <Choice
        legend="Grouped by"
        options={spansOf(days).map((value) => ({ value, label: SPAN_NAMES[value] }))}
        value={by}
        onChange={(value) => onChange({ ...choices, by: value })}
      />
    )}
  </>
)
