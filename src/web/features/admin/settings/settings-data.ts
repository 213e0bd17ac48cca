import { useMutation, useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import {
  isNumberSetting,
  type listSettings,
  type Setting,
  type SettingName,
  type SettingValue,
  type saveSettings,
  settingNamed,
  settingProblem,
} from '#contract/admin/settings.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'

/** A change of one setting: typed text, or the default. `seen` is its value at that time. */
export type Draft = { seen: SettingValue } & ({ text: string } | { isDefault: true })
/** Only settings that were touched. */
export type Drafts = Partial<Record<SettingName, Draft>>

/** A change that would be saved. */
export interface PlannedChange {
  name: SettingName
  before: SettingValue
  /** Null: back to the default. */
  after: SettingValue | null
  /** Old and new in words. */
  words: { before: string; after: string }
}

/** A value as its field shows it. */
function textOf(name: SettingName, value: SettingValue): string {
  return typeof value === 'number' ? String(value / (settingNamed(name).scale ?? 1)) : value
}

/** Reads typed text, as a value or as what is wrong with it. */
export function readText(
  name: SettingName,
  text: string,
): { ok: true; value: SettingValue } | { ok: false; problem: string } {
  const value = typedValue(name, text.trim())
  const problem = settingProblem(name, value)
  return problem ? { ok: false, problem } : { ok: true, value }
}

function typedValue(name: SettingName, text: string): SettingValue {
  if (!isNumberSetting(name)) return text
  // An empty field is not zero; half the world writes a decimal comma.
  const number = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  const { scale = 1 } = settingNamed(name)
  if (scale === 1) return number
  const scaled = number * scale
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : scaled
}

/** What a field shows: the draft if there is one. */
export function shownText(setting: Setting, draft: Draft | undefined): string {
  if (!draft) return textOf(setting.name, setting.value)
  return 'text' in draft ? draft.text : textOf(setting.name, setting.defaultValue)
}

/** What is wrong with a draft; undefined if it can be saved. */
export function draftProblem(name: SettingName, draft: Draft | undefined): string | undefined {
  if (!draft || !('text' in draft)) return undefined
  const read = readText(name, draft.text)
  return read.ok ? undefined : read.problem
}

/** The drafts that change something and can be saved, in the order of the form. */
export function changesOf(settings: readonly Setting[], drafts: Drafts): PlannedChange[] {
  return settings.flatMap((setting): PlannedChange[] => {
    const { name, value, defaultValue, isDefault } = setting
    const draft = drafts[name]
    if (!draft) return []
    const before = settingNamed(name).inWords(value)
    if ('isDefault' in draft) {
      if (isDefault) return []
      const after = `${settingNamed(name).inWords(defaultValue)} (default)`
      return [{ name, before: value, after: null, words: { before, after } }]
    }
    const read = readText(name, draft.text)
    if (!read.ok || read.value === value) return []
    return [
      { name, before: value, after: read.value, words: { before, after: settingNamed(name).inWords(read.value) } },
    ]
  })
}

/** Whether a colleague has saved another value since the draft was started. */
export const isOvertaken = (setting: Setting, draft: Draft | undefined): boolean =>
  draft !== undefined && draft.seen !== setting.value

const settingsQuery = query<typeof listSettings>('/api/admin/settings', {})
const configQuery = query<typeof getStoreConfig>('/api/config', {})

/** Every setting; reloaded on every visit, because others change them too. */
export function useSettings() {
  return useQuery({ ...settingsQuery, staleTime: 0, refetchOnWindowFocus: 'always' })
}

type SettingChange = BodyInputOf<typeof saveSettings>['changes'][number]

/** Saves changes, all or none. This page updates immediately, including header and days. */
export function useSaveSettings() {
  return useMutation<Setting[], ApiError, readonly SettingChange[]>({
    mutationFn: (changes) =>
      callApi<typeof saveSettings>('PUT', '/api/admin/settings', { body: { changes: [...changes] } }),
    onSuccess: (settings, changes) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      showToast({
        title: `${formatPlural(changes.length, 'setting')} saved`,
        description: 'New carts, links, emails and pages use them from now on.',
      })
    },
    // Not awaited: the change is saved. After a refusal, this shows what others have saved.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
    },
  })
}
