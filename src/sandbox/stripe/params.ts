import { invalidRequest } from './errors.ts'

/** A parsed form: nested brackets become nested trees, lists become trees with the keys '0', '1', … */
export interface FormTree {
  [name: string]: string | FormTree
}

const DEPTH_MAX = 8
const FIELDS_MAX = 1000

/** Without a prototype, so a field called `__proto__` or `constructor` is only a field. */
const emptyTree = (): FormTree => Object.create(null)

/** Parses a form like Stripe: `metadata[order]=1`, `expand[]=latest_charge`. Fields nested too deeply are ignored. */
export function parseForm(text: string): FormTree {
  const tree = emptyTree()
  let fields = 0
  for (const [name, value] of new URLSearchParams(text)) {
    fields += 1
    if (fields > FIELDS_MAX) break
    const path = splitName(name)
    if (path.length <= DEPTH_MAX) place(tree, path, value)
  }
  return tree
}

function splitName(name: string): string[] {
  const open = name.indexOf('[')
  if (open < 1 || !name.endsWith(']')) return [name]
  return [name.slice(0, open), ...name.slice(open + 1, -1).split('][')]
}

function place(tree: FormTree, path: string[], value: string): void {
  let here = tree
  for (const [index, part] of path.entries()) {
    const name = part === '' ? String(Object.keys(here).length) : part
    if (index === path.length - 1) {
      here[name] = value
      return
    }
    const below = here[name]
    const next = below === undefined || typeof below === 'string' ? emptyTree() : below
    here[name] = next
    here = next
  }
}

/** Returns the same text for the same parameters in any order; the idempotency check compares its hash. */
export function canonicalForm(tree: FormTree): string {
  const sorted = Object.entries(tree).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted.map(([name, value]) => [name, typeof value === 'string' ? value : canonicalForm(value)]))
}

const METADATA_KEYS_MAX = 50
const METADATA_VALUE_MAX = 500

/** Refuses unknown parameter names, like Stripe, so a typo is not silently ignored. */
export function refuseUnknown(form: FormTree, known: readonly string[]): void {
  const param = Object.keys(form).find((name) => !known.includes(name))
  if (param !== undefined) throw unknownParam(param)
}

export const unknownParam = (param: string) =>
  invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })

/** The text of a field; undefined if absent or empty, because an empty value unsets a field. */
export function optionalText(form: FormTree, name: string): string | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: name })
  return value
}

export function optionalInteger(form: FormTree, name: string): number | undefined {
  const value = optionalText(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value))
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  return Number(value)
}

export function optionalChoice<T extends string>(form: FormTree, name: string, choices: readonly T[]): T | undefined {
  const value = optionalText(form, name)
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined)
    throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
  return choice
}

export function optionalTree(form: FormTree, name: string): FormTree | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name })
  return value
}

export function textList(form: FormTree, name: string): string[] {
  const tree = optionalTree(form, name)
  if (tree === undefined) return []
  return Object.values(tree).filter((value): value is string => typeof value === 'string')
}

/** Merges new metadata into the old: an empty value removes its key, an empty `metadata` removes all. */
export function mergeMetadata(old: Record<string, string>, form: FormTree): Record<string, string> {
  if (form.metadata === '') return {}
  const merged = { ...old }
  for (const [name, value] of Object.entries(optionalTree(form, 'metadata') ?? {})) {
    if (typeof value !== 'string' || value.length > METADATA_VALUE_MAX)
      throw invalidRequest(`Metadata values must be texts of at most ${METADATA_VALUE_MAX} characters.`, {
        param: name,
      })
    if (value === '') delete merged[name]
    else merged[name] = value
  }
  if (Object.keys(merged).length > METADATA_KEYS_MAX)
    throw invalidRequest(`Metadata can have at most ${METADATA_KEYS_MAX} keys.`, { param: 'metadata' })
  return merged
}
