import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { getStoreConfig } from '#contract/admin/operations.ts'
import { SETTING_GROUPS } from '#contract/admin/setting-list.ts'
import * as contract from '#contract/admin/settings.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import { isTimeZone } from '#contract/store-zone.ts'
import { callApi, FRESH, query, queryClient } from '#web/lib/call-api.ts'
import { formatDateTime, formatPlural } from '#web/lib/format.ts'
import { zoneName } from '#web/lib/format-day.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { useChange } from '#web/lib/use-change.ts'
import { Button } from '#web/ui/button.tsx'
import { FromTo } from '#web/ui/cell-values.tsx'
import { classes } from '#web/ui/classes.ts'
import { ListTrouble } from '#web/ui/error-notice.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { useLeaveQuestion } from '#web/ui/use-discard-question.tsx'
import { ConnectionsView, useConnections } from './connections-view.tsx'
import { LegalEditor } from './legal-editor.tsx'
import * as settingsData from './settings-data.ts'

const settingsQuery = query(contract.listSettings)

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
  setting: contract.Setting
  draft: settingsData.Draft | undefined
  error: string | undefined
  onDraft: (draft: settingsData.Draft | undefined) => void
  onLeave: () => void
}

function SettingField(props: SettingFieldProps) {
  const { setting, draft, error, onDraft, onLeave } = props
  const { name } = setting
  const handleText = (typed: string) => onDraft({ seen: draft?.seen ?? setting.value, text: typed })
  const about = contract.settingNamed(name)
  const helpId = useId()
  const options = name === 'timeZone' ? TIME_ZONES : about.options
  const text = settingsData.shownText(setting, draft)
  return (
    <div className="grid content-start gap-1.5">
      {options ? (
        <SelectField
          label={about.label}
          name={name}
          aria-describedby={helpId}
          options={options}
          nameOf={(value) => about.optionWords?.[value] ?? value}
          value={text}
          onChange={handleText}
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
          onChange={(event) => handleText(event.target.value)}
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

function Source({ setting, draft, onDraft }: SettingFieldProps) {
  const { defaultValue, isDefault, changedAt, changedBy, value } = setting
  const { label, inWords } = contract.settingNamed(setting.name)
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 wrap-anywhere">
        {draft ? (
          <>
            <Tag>Not saved yet</Tag> Now: {inWords(value)}
            {isDefault ? ' (default).' : '.'}
          </>
        ) : isDefault ? (
          <Tag>Default</Tag>
        ) : (
          <>
            <Tag>Set</Tag> by {changedBy}
            {changedAt && `, ${formatDateTime(changedAt)}`}. Default: {inWords(defaultValue)}.
          </>
        )}
        {settingsData.isOvertaken(setting, draft) && (
          <strong className="block font-semibold text-attention">
            {changedBy ?? 'A colleague'} just changed it to {inWords(value)}.
          </strong>
        )}
      </p>
      {draft && (
        <Button look="quiet" size="small" about={` the change of ${label}`} onClick={() => onDraft(undefined)}>
          Undo
        </Button>
      )}
      {!draft && !isDefault && (
        <Button
          look="quiet"
          size="small"
          about={` of ${label}`}
          onClick={() => onDraft({ seen: value, isDefault: true })}
        >
          Use the default
        </Button>
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

interface ChangesBarProps {
  changes: readonly settingsData.PlannedChange[]
  wrongCount: number
  isPending: boolean
  onDiscard: () => void
}

/** What saving will do, old and new, with the one button that does it. It stays visible while the form scrolls. */
function ChangesBar({ changes, wrongCount, isPending, onDiscard }: ChangesBarProps) {
  const isDirty = changes.length > 0 || wrongCount > 0
  return (
    <section
      aria-label="Changes to save"
      // Above the sandbox's ribbon, and only while there is something to save, because it covers part of the form.
      className={classes(
        'rounded-md border border-line bg-surface p-4',
        isDirty && 'sticky bottom-(--foot) z-10 shadow-float',
      )}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div role="status" className="min-w-0 grow basis-72 text-sm">
          {!isDirty && <p className="text-muted">No changes yet. Your changes appear here before you save them.</p>}
          {changes.length > 0 && (
            <ul className="grid max-h-28 gap-1 overflow-y-auto" aria-label="Old and new values">
              {changes.map(({ name, words }) => (
                <li key={name} className="wrap-anywhere">
                  {contract.settingNamed(name).label}: <FromTo from={words.before} to={words.after} />
                </li>
              ))}
            </ul>
          )}
          {wrongCount > 0 && (
            <p className="text-danger">{formatPlural(wrongCount, 'field')} cannot be saved as typed.</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isDirty && <Button onClick={onDiscard}>Discard</Button>}
          <Button type="submit" look="primary" disabled={!isDirty || isPending}>
            {isPending
              ? 'Saving…'
              : changes.length > 0
                ? `Save ${formatPlural(changes.length, 'change')}`
                : 'Save changes'}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Keeps the focused field above the bar at the bottom of the window. */
const FORM_LOOK = 'grid gap-5 [&_button]:scroll-mb-52 [&_input]:scroll-mb-52 [&_select]:scroll-mb-52'

/** All settings as one form. Typed input stays until it is saved or discarded, whatever the server says and others save. */
function SettingsForm({ settings }: { settings: readonly contract.Setting[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [drafts, setDrafts] = useState<settingsData.Drafts>({})
  /** Fields that were left or submitted: their errors are shown. */
  const [checked, setChecked] = useState<readonly contract.SettingName[]>([])
  const save = useChange({
    // This page updates immediately, including header and days. After a refusal, this shows what others have saved.
    affects: [contract.listSettings.path, getStoreConfig.path],
    send: (body: BodyInputOf<typeof contract.saveSettings>) => callApi(contract.saveSettings, { body }),
    onDone: (saved) => queryClient.setQueryData(settingsQuery.queryKey, saved),
    toast: (_saved, sent) => ({
      title: `${formatPlural(sent.changes.length, 'setting')} saved`,
      description: 'New carts, links, emails and pages use them from now on.',
    }),
  })
  const changes = settingsData.changesOf(settings, drafts)
  const wrong = contract.SETTING_NAMES.filter((name) => settingsData.draftProblem(name, drafts[name]))
  const isDirty = changes.length > 0 || wrong.length > 0
  const leaveQuestion = useLeaveQuestion(isDirty, 'saving')
  const refusedField = save.error?.code === 'setting_invalid' ? save.error.details.field : undefined

  const setDraft = (name: contract.SettingName, draft: settingsData.Draft | undefined) => {
    if (save.error) save.reset()
    const { [name]: _before, ...others } = drafts
    setDrafts(draft ? { ...others, [name]: draft } : others)
    // Corrected: shown again only if it is left wrong once more.
    setChecked(checked.filter((one) => one !== name))
  }
  const focus = (name: unknown) => {
    const field = form.current?.elements.namedItem(String(name))
    if (field instanceof HTMLElement) field.focus()
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(contract.SETTING_NAMES)
    const [first] = wrong
    if (first) return focus(first)
    if (changes.length === 0 || save.isPending) return
    save.mutate(
      { changes: changes.map(({ name, before, after }) => ({ name, before, after })) },
      { onSuccess: () => setDrafts({}), onError: ({ details }) => focus(details.field) },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={handleSubmit} aria-label="Store settings" className={FORM_LOOK}>
      {SETTING_GROUPS.map((group) => (
        <Panel key={group.title} title={group.title} intro={group.intro}>
          <div id={idOf(group.title)} className="grid scroll-mt-28 gap-x-6 gap-y-5 lg:grid-cols-2">
            {settings
              .filter(({ name }) => name in group.settings)
              .map((setting) => {
                const { name } = setting
                const problem = checked.includes(name) ? settingsData.draftProblem(name, drafts[name]) : undefined
                return (
                  <SettingField
                    key={name}
                    setting={setting}
                    draft={drafts[name]}
                    error={problem ?? (refusedField === name ? save.error?.sentence : undefined)}
                    onDraft={(draft) => setDraft(name, draft)}
                    onLeave={() => setChecked([...checked, name])}
                  />
                )
              })}
          </div>
        </Panel>
      ))}
      {save.error && !refusedField && (
        <Notice
          {...(save.error.code === 'setting_changed'
            ? { tone: 'attention', title: 'Someone else changed a setting' }
            : { tone: 'danger', title: 'Nothing was saved' })}
        >
          {save.error.sentence} Your changes are still in the form
          {save.error.code === 'setting_changed' ? ', next to the new value.' : '.'}
        </Notice>
      )}
      <ChangesBar
        changes={changes}
        wrongCount={wrong.length}
        isPending={save.isPending}
        onDiscard={() => {
          setDrafts({})
          setChecked([])
          save.reset()
        }}
      />
      {leaveQuestion}
    </form>
  )
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-')
const PARTS = [...SETTING_GROUPS.map(({ title }) => title), 'Connections', 'Legal']

export default function SettingsView() {
  const list = useQuery({ ...settingsQuery, ...FRESH })
  const { data, isPending } = list
  // Steps of the checklist lead to a part below all of this.
  const isLoaded = useConnections().data !== undefined && data !== undefined
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <div className="grid gap-5">
      <p className="max-w-[68ch] text-sm text-muted">
        Your store’s name, time limits and rules. Change a field, check old and new below, and save. Every page updates
        within a second.
      </p>
      <nav aria-label="Parts of the settings" className="flex flex-wrap gap-x-4 text-sm">
        {PARTS.map((part) => (
          <a key={part} href={`#${idOf(part)}`} className="py-2 font-semibold text-accent hover:underline compact:py-1">
            {part}
          </a>
        ))}
      </nav>
      <ListTrouble list={list} title="The settings could not be loaded" />
      {data && <SettingsForm settings={data} />}
      <div id="connections" className="scroll-mt-4">
        <ConnectionsView />
      </div>
      <div id="legal" className="scroll-mt-24">
        <LegalEditor />
      </div>
      {isPending && <Loading words="Loading the settings" height="h-64" count={3} />}
    </div>
  )
}
