import { invalidRequest } from './errors.ts'
import type { FormTree } from './form.ts'

const METADATA_KEYS_MAX = 50
const METADATA_VALUE_MAX = 500

/** Refuses unknown parameter names, like Stripe, so a typo is not silently ignored. */
export function refuseUnknown(form: FormTree, known: readonly string[]): void {
  for (const name of Object.keys(form)) {
    if (!known.includes(name)) {
      throw invalidRequest(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
    }
  }
}

/** The text of a field; undefined if absent or empty, because an empty value unsets a field. */
export function optionalText(form: FormTree, name: string): string | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw invalidRequest('Invalid string', { param: name })
  return value
}

/** The text of a required field. */
export function requiredText(form: FormTree, name: string): string {
  const value = optionalText(form, name)
  if (value === undefined) {
    throw invalidRequest(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  return value
}

/** An integer, such as cents or a timestamp. */
export function optionalInteger(form: FormTree, name: string): number | undefined {
  const value = optionalText(form, name)
  if (value === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return Number(value)
}

/** `true` or `false`. */
export function optionalFlag(form: FormTree, name: string): boolean | undefined {
  const value = optionalText(form, name)
  if (value === undefined) return undefined
  if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${value}`, { param: name })
  return value === 'true'
}

/** One of the given values. */
export function optionalChoice<T extends string>(form: FormTree, name: string, choices: readonly T[]): T | undefined {
  const value = optionalText(form, name)
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined) {
    throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(', ')}`, { param: name })
  }
  return choice
}

/** A nested object, such as `card[number]`. */
export function optionalTree(form: FormTree, name: string): FormTree | undefined {
  const value = form[name]
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') throw invalidRequest('Invalid object', { param: name })
  return value
}

/** A list of texts, such as `expand[]=latest_charge`. */
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
    if (typeof value !== 'string' || value.length > METADATA_VALUE_MAX) {
      throw invalidRequest(`Metadata values must be texts of at most ${METADATA_VALUE_MAX} characters.`, {
        param: name,
      })
    }
    if (value === '') delete merged[name]
    else merged[name] = value
  }
  if (Object.keys(merged).length > METADATA_KEYS_MAX) {
    throw invalidRequest(`Metadata can have at most ${METADATA_KEYS_MAX} keys.`, { param: 'metadata' })
  }
  return merged
}
