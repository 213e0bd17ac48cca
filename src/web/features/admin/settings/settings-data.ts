import * as contract from '#contract/admin/settings.ts'

/** A change of one setting: typed text, or the default. `seen` is its value at that time. */
export type Draft = { seen: contract.SettingValue } & ({ text: string } | { isDefault: true })
export type Drafts = Partial<Record<contract.SettingName, Draft>>

export interface PlannedChange {
  name: contract.SettingName
  before: contract.SettingValue
  /** Null: back to the default. */
  after: contract.SettingValue | null
  words: { before: string; after: string }
}

const textOf = (name: contract.SettingName, value: contract.SettingValue): string =>
  typeof value === 'number' ? String(value / (contract.settingNamed(name).scale ?? 1)) : value

type ReadText = { ok: true; value: contract.SettingValue } | { ok: false; problem: string }

/** Reads typed text, as a value or as what is wrong with it. */
export function readText(name: contract.SettingName, text: string): ReadText {
  const value = typedValue(name, text.trim())
  const problem = contract.settingProblem(name, value)
  return problem ? { ok: false, problem } : { ok: true, value }
}

function typedValue(name: contract.SettingName, text: string): contract.SettingValue {
  if (!contract.isNumberSetting(name)) return text
  // An empty field is not zero; half the world writes a decimal comma.
  const number = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  const { scale = 1 } = contract.settingNamed(name)
  if (scale === 1) return number
  const scaled = number * scale
  return Math.abs(scaled - Math.round(scaled)) < 1e-6 ? Math.round(scaled) : scaled
}

/** What a field shows: the draft if there is one. */
export function shownText(setting: contract.Setting, draft: Draft | undefined): string {
  if (!draft) return textOf(setting.name, setting.value)
  return 'text' in draft ? draft.text : textOf(setting.name, setting.defaultValue)
}

/** What is wrong with a draft; undefined if it can be saved. */
export function draftProblem(name: contract.SettingName, draft: Draft | undefined): string | undefined {
  if (!draft || !('text' in draft)) return undefined
  const read = readText(name, draft.text)
  return read.ok ? undefined : read.problem
}

/** The drafts that change something and can be saved, in the order of the form. */
export function changesOf(settings: readonly contract.Setting[], drafts: Drafts): PlannedChange[] {
  return settings.flatMap((setting): PlannedChange[] => {
    const { name, value, defaultValue, isDefault } = setting
    const draft = drafts[name]
    if (!draft) return []
    const { inWords } = contract.settingNamed(name)
    const planned = (after: contract.SettingValue | null, words: string): PlannedChange[] => [
      { name, before: value, after, words: { before: inWords(value), after: words } },
    ]
    if ('isDefault' in draft) return isDefault ? [] : planned(null, `${inWords(defaultValue)} (default)`)
    const read = readText(name, draft.text)
    return read.ok && read.value !== value ? planned(read.value, inWords(read.value)) : []
  })
}

/** Whether a colleague has saved another value since the draft was started. */
export const isOvertaken = (setting: contract.Setting, draft: Draft | undefined): boolean =>
  draft !== undefined && draft.seen !== setting.value
