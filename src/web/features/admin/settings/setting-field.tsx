import { type ReactNode, useId } from 'react'
import { type Setting, settingNamed } from '#contract/admin/settings.ts'
import { isTimeZone } from '#contract/store-zone.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { zoneName } from '#web/lib/store-days.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type Draft, isOvertaken, shownText } from './setting-drafts.ts'

const AT_HOME = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

/** The time zones to choose from: those of the United States first, then all that the browser knows. */
const TIME_ZONES: readonly string[] = [
  ...new Set([...AT_HOME, ...Intl.supportedValuesOf('timeZone').filter(isTimeZone), 'UTC']),
]

interface SettingFieldProps {
  setting: Setting
  draft: Draft | undefined
  error: string | undefined
  onType: (text: string) => void
  onDefault: () => void
  onReset: () => void
  onLeave: () => void
}

/** One setting: its field, its purpose, and where its value comes from. */
export function SettingField(props: SettingFieldProps) {
  const { setting, draft, error, onType, onLeave } = props
  const { name } = setting
  const about = settingNamed(name)
  const helpId = useId()
  const options = name === 'timeZone' ? TIME_ZONES : about.options
  const text = shownText(setting, draft)
  const wordsOf = (value: string) => about.optionWords?.[value] ?? value
  return (
    <div className="grid content-start gap-1.5">
      {options ? (
        <SelectField
          label={about.label}
          name={name}
          aria-describedby={helpId}
          options={options.map(wordsOf)}
          value={wordsOf(text)}
          onChange={({ target }) => onType(options.find((one) => wordsOf(one) === target.value) ?? target.value)}
        />
      ) : (
        <TextField
          label={about.label}
          name={name}
          note={about.note}
          value={text}
          error={error}
          inputMode={about.inputMode}
          maxLength={about.maxLength}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
          onBlur={onLeave}
        />
      )}
      <div id={helpId} className="grid gap-1 text-xs text-muted">
        {name === 'timeZone' && <p className="text-ink">{clockOf(text)}</p>}
        <p>{about.help}</p>
        <Source {...props} />
      </div>
    </div>
  )
}

/** Whether it is the default or was set, by whom, and how to go back. */
function Source({ setting, draft, onDefault, onReset }: SettingFieldProps) {
  const { name, defaultValue, isDefault, changedAt, changedBy, value } = setting
  const label = settingNamed(name).label
  const usual = settingNamed(name).inWords(defaultValue)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        {draft ? (
          <>
            <Tag>Not saved yet</Tag> Now: {settingNamed(name).inWords(value)}
            {isDefault ? ' (default).' : '.'}
          </>
        ) : isDefault ? (
          <Tag>Default</Tag>
        ) : (
          <>
            <Tag>Set</Tag> by {changedBy}
            {changedAt && `, ${formatDateTime(changedAt)}`}. Default: {usual}.
          </>
        )}
        {isOvertaken(setting, draft) && (
          <strong className="block font-semibold text-attention">
            {changedBy ?? 'A colleague'} just changed it to {settingNamed(name).inWords(value)}.
          </strong>
        )}
      </p>
      {draft ? (
        <Button look="quiet" size="small" onClick={onReset}>
          Undo<span className="sr-only"> the change of {label}</span>
        </Button>
      ) : (
        !isDefault && (
          <Button look="quiet" size="small" onClick={onDefault}>
            Use the default<span className="sr-only"> of {label}</span>
          </Button>
        )
      )}
    </div>
  )
}

const Tag = ({ children }: { children: ReactNode }) => (
  <span className="mr-1 rounded-sm border border-line px-1.5 py-0.5 text-ink">{children}</span>
)

/** `Mountain Time (America/Denver), 7:45 PM there now`. */
function clockOf(timeZone: string): string {
  try {
    const now = serverNow()
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' })
    return `${zoneName(timeZone, now)}: ${clock.format(now)} there now`
  } catch {
    return `${timeZone}: this browser can’t tell the time there`
  }
}
