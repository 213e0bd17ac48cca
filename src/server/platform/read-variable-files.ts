import { readFileSync } from 'node:fs'
import { errorCode } from './errors.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** `SMTP_URL_FILE` names a file with `SMTP_URL`, as container secrets and systemd credentials provide it. */
export function readVariableFiles(
  variables: Variables,
  names: readonly string[],
): { variables: Variables; problems: string[] } {
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
