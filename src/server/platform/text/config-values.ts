import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { errorCode } from '#server/platform/errors.ts'

/** An empty variable counts as absent. */
export const blankIsAbsent = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? undefined : value)

export const text = (max = 500) =>
  z.pipe(
    z.transform(blankIsAbsent),
    z.optional(z.string().check(z.maxLength(max, `must have at most ${max} characters`))),
  )

export const textOr = (fallback: string) =>
  z.pipe(
    text(),
    z.transform((value) => value ?? fallback),
  )

export const numberOr = (fallback: number, min: number, max: number) =>
  z.pipe(
    z.transform((value) => (blankIsAbsent(value) === undefined ? fallback : Number(value))),
    z
      .number(`must be a number from ${min} to ${max}`)
      .check(z.gte(min, `must be at least ${min}`), z.lte(max, `must be at most ${max}`)),
  )

export const wholeNumberOr = (fallback: number, min: number, max: number) =>
  z.pipe(numberOr(fallback, min, max), z.int('must be a whole number'))

export const switchOr = (fallback: boolean | undefined) =>
  z.pipe(
    z.transform((value) => {
      const word = String(blankIsAbsent(value) ?? '').toLowerCase()
      if (word === '') return fallback
      if (['1', 'true', 'on', 'yes'].includes(word)) return true
      if (['0', 'false', 'off', 'no'].includes(word)) return false
      return value
    }),
    z.optional(z.boolean('must be on or off')),
  )

/** What is wrong if only some of these variables are set. */
export function incompleteProblems(env: Readonly<Record<string, unknown>>, ...names: readonly string[]): string[] {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0 || missing.length === names.length) return []
  const remedy = names.length === 2 ? 'both or neither' : 'all three or none'
  return [`${names.slice(0, -1).join(', ')} and ${names.at(-1)} come together: set ${remedy}.`]
}

export const isUrl = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol)

/** Whether an address is only a scheme, a host and perhaps a port. */
export function isOrigin(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address)
  return /^\/*$/.test(pathname) && `${search}${hash}${username}${password}` === ''
}

/** `SMTP_URL_FILE` names a file with `SMTP_URL`, as container secrets and systemd credentials provide it. */
export function readVariableFiles(variables: Readonly<Record<string, string | undefined>>, names: readonly string[]) {
  const read: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const path = variables[`${name}_FILE`]?.trim()
    if (!path) continue
    if (variables[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set: remove one.`)
      continue
    }
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    } catch (error) {
      problems.push(`${name}_FILE names ${path}, which cannot be read (${errorCode(error) || String(error)}).`)
    }
  }
  return { variables: { ...variables, ...read }, problems }
}

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?|(::ffff:)127(\.\d{1,3}){3})$/i

/** Whether a host name or address means this machine itself, so that no one on the way can listen. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host)
