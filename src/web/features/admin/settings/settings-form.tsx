import { useBlocker } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { SETTING_GROUPS } from '#contract/admin/setting-list.ts'
import { SETTING_NAMES, type Setting, type SettingName } from '#contract/admin/settings.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ChangesBar } from './changes-bar.tsx'
import { changesOf, type Draft, type Drafts, draftProblem } from './setting-drafts.ts'
import { SettingField } from './setting-field.tsx'
import { useSaveSettings } from './settings-data.ts'

/** Keeps the focused field above the bar at the bottom of the window. */
const FORM_LOOK = 'grid gap-5 [&_button]:scroll-mb-52 [&_input]:scroll-mb-52 [&_select]:scroll-mb-52'

/** All settings as one form. Typed input stays until it is saved or discarded, whatever the server says and others save. */
export function SettingsForm({ settings }: { settings: readonly Setting[] }) {
  const form = useRef<HTMLFormElement>(null)
  const [drafts, setDrafts] = useState<Drafts>({})
  /** Fields that were left or submitted: their errors are shown. */
  const [checked, setChecked] = useState<readonly SettingName[]>([])
  const save = useSaveSettings()
  const changes = changesOf(settings, drafts)
  const wrong = SETTING_NAMES.filter((name) => draftProblem(name, drafts[name]))
  const isDirty = changes.length > 0 || wrong.length > 0
  const blocker = useBlocker({ shouldBlockFn: () => isDirty, enableBeforeUnload: () => isDirty, withResolver: true })
  const refusedField = save.error?.code === 'setting_invalid' ? save.error.details.field : undefined

  const setDraft = (name: SettingName, draft: Draft | undefined) => {
    if (save.error) save.reset()
    const { [name]: _before, ...others } = drafts
    setDrafts(draft ? { ...others, [name]: draft } : others)
    // Corrected: shown again only if it is left wrong once more.
    setChecked(checked.filter((one) => one !== name))
  }
  const focus = (name: unknown) => form.current?.querySelector<HTMLElement>(`[name="${String(name)}"]`)?.focus()
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(SETTING_NAMES)
    const [first] = wrong
    if (first) return focus(first)
    if (changes.length === 0 || save.isPending) return
    save.mutate(
      changes.map(({ name, before, after }) => ({ name, before, after })),
      { onSuccess: () => setDrafts({}), onError: ({ details }) => focus(details.field) },
    )
  }
  return (
    <form ref={form} noValidate onSubmit={handleSubmit} aria-label="Store settings" className={FORM_LOOK}>
      {SETTING_GROUPS.map((group) => (
        <Panel key={group.title} title={group.title} intro={group.intro}>
          <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
            {settings
              .filter(({ name }) => name in group.settings)
              .map((setting) => {
                const { name } = setting
                const problem = checked.includes(name) ? draftProblem(name, drafts[name]) : undefined
                return (
                  <SettingField
                    key={name}
                    setting={setting}
                    draft={drafts[name]}
                    error={problem ?? (refusedField === name ? save.error?.sentence : undefined)}
                    onType={(text) => setDraft(name, { seen: drafts[name]?.seen ?? setting.value, text })}
                    onDefault={() => setDraft(name, { seen: setting.value, isDefault: true })}
                    onReset={() => setDraft(name, undefined)}
                    onLeave={() => setChecked([...checked, name])}
                  />
                )
              })}
          </div>
        </Panel>
      ))}
      {save.error && !refusedField && <SaveTrouble error={save.error} />}
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
      {blocker.status === 'blocked' && (
        <ConfirmDialog
          title="Leave without saving?"
          confirmLabel="Leave without saving"
          confirmLook="danger"
          cancelLabel="Stay here"
          onConfirm={blocker.proceed}
          onClose={blocker.reset}
        >
          <p>Your changes on this page are not saved. If you leave, you lose them.</p>
        </ConfirmDialog>
      )}
    </form>
  )
}

/** Why nothing was saved. Typed input stays. */
function SaveTrouble({ error }: { error: ApiError }) {
  return error.code === 'setting_changed' ? (
    <Notice tone="attention" title="Someone else changed a setting">
      {error.sentence} Your changes are still in the form, next to the new value.
    </Notice>
  ) : (
    <Notice tone="danger" title="Nothing was saved">
      {error.sentence} Your changes are still in the form.
    </Notice>
  )
}
