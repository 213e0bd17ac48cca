import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
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
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ListTrouble, Panel } from '#web/ui/panel.tsx'
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
        {(draft || !setting.isDefault) && <Source {...props} />}
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
            <strong className="font-semibold text-attention">Not saved yet.</strong> Now: {inWords(value)}
            {isDefault ? ' (default).' : '.'}
          </>
        ) : (
          <>
            <strong className="font-semibold text-ink">Changed</strong> by {changedBy}
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

/** `Mountain Time (America/Denver), 7:45 PM there now`. */
function clockOf(timeZone: string): string {
  try {
    const now = serverNow()
    const clock = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', minute: '2-digit' })
    return `${zoneName(timeZone)}: ${clock.format(now)} there now`
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

/** What saving will do, old and new, with the one button that does it; in view while there is something to save. */
function ChangesBar({ changes, wrongCount, isPending, onDiscard }: ChangesBarProps) {
  return (
    <section
      aria-label="Changes to save"
      // Above the sandbox's ribbon.
      className="sticky bottom-(--foot) z-10 rounded-md border border-line bg-surface p-4 shadow-float"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div role="status" className="min-w-0 grow basis-72 text-sm">
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
          <Button onClick={onDiscard}>Discard</Button>
          <Button type="submit" look="primary" disabled={isPending}>
            {isPending ? 'Saving…' : `Save ${formatPlural(changes.length, 'change')}`}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** Keeps the focused field above the bar at the bottom of the window. */
const FORM_LOOK = 'grid gap-5 [&_button]:scroll-mb-52 [&_input]:scroll-mb-52 [&_select]:scroll-mb-52'

interface SettingsFormProps {
  settings: readonly contract.Setting[]
  /** The group on screen. */
  part: string
  onPart: (part: string) => void
}

/** All settings as one form. Typed input stays until it is saved or discarded, whatever the server says and others save. */
function SettingsForm({ settings, part, onPart }: SettingsFormProps) {
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
    const group = SETTING_GROUPS.find((one) => String(name) in one.settings)
    if (group) flushSync(() => onPart(group.title))
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
        <Panel
          key={group.title}
          title={group.title}
          intro={group.intro}
          className={group.title === part ? '' : 'hidden'}
        >
          <div className="grid gap-x-6 gap-y-5 xl:grid-cols-2">
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
      {isDirty && (
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
      )}
      {leaveQuestion}
    </form>
  )
}

const CONNECTIONS = 'Connections'
const LEGAL = 'Legal texts'
const PARTS: readonly string[] = [...SETTING_GROUPS.map(({ title }) => title), CONNECTIONS, LEGAL]

/** Steps of the checklist lead to the legal texts, or to one of the connections. */
const startOf = (hash: string) => (hash === '#legal' ? LEGAL : hash ? CONNECTIONS : 'Brand')

/** One group of settings at a time; what is typed in the others stays. */
export default function SettingsView() {
  const list = useQuery({ ...settingsQuery, ...FRESH })
  const { data, isPending } = list
  const [part, setPart] = useState(() => startOf(location.hash))
  const isLoaded = useConnections().data !== undefined
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <SelectField label="Group" isInline className="lg:hidden" options={PARTS} value={part} onChange={setPart} />
      <nav aria-label="Groups of settings" className="grid gap-0.5 text-sm max-lg:hidden">
        {PARTS.map((one) => (
          <button
            key={one}
            type="button"
            aria-current={one === part ? 'true' : undefined}
            onClick={() => setPart(one)}
            className="min-h-9 rounded-md px-3 text-left text-muted hover:bg-accent-quiet hover:text-ink aria-[current]:bg-accent-quiet aria-[current]:font-semibold aria-[current]:text-ink"
          >
            {one}
          </button>
        ))}
      </nav>
      <div className="grid min-w-0 gap-5">
        <ListTrouble list={list} title="The settings could not be loaded" />
        {isPending && <Loading words="Loading the settings" height="h-64" />}
        {data && <SettingsForm settings={data} part={part} onPart={setPart} />}
        <div hidden={part !== CONNECTIONS}>
          <ConnectionsView />
        </div>
        <div hidden={part !== LEGAL}>
          <LegalEditor />
        </div>
      </div>
    </div>
  )
}
