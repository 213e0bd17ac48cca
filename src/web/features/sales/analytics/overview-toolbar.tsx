import type { Span } from '#contract/days.ts'
import type { Days, DaysProblem } from '#web/lib/store-days.ts'
import { Choice } from '#web/ui/choice.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { type OverviewChoices, PERIODS, spansOf } from './overview-choices.ts'
import { PERIOD_NAMES, SPAN_NAMES } from './overview-words.ts'
import { PeriodFields } from './period-fields.tsx'

interface OverviewToolbarProps {
  choices: OverviewChoices
  onChange: (choices: OverviewChoices) => void
  /** The days on screen; null if the chosen ones are invalid. */
  days: Days | null
  by: Span
  problem: DaysProblem | null
}

const PERIOD_OPTIONS = PERIODS.map((period) => PERIOD_NAMES[period])

/** Period, grouping, and chart or table. */
export function OverviewToolbar({ choices, onChange, days, by, problem }: OverviewToolbarProps) {
  const handlePeriod = (name: string) => {
    const period = PERIODS.find((one) => PERIOD_NAMES[one] === name) ?? choices.period
    // A custom period starts with the days on screen.
    onChange({ ...choices, period, ...(period === 'custom' && days ? days : {}) })
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <SelectField
          label="Period"
          options={PERIOD_OPTIONS}
          value={PERIOD_NAMES[choices.period]}
          onChange={(event) => handlePeriod(event.target.value)}
          className="min-w-44 max-xs:w-full"
        />
        {/* One day has neither groups nor a course to draw. */}
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
}
