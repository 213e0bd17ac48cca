import { readFileSync } from 'node:fs'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Reads variables from files: `SMTP_URL_FILE` names a file with the value of `SMTP_URL`, as container secrets and
 * systemd credentials provide it. A line break at its end does not count.
 *
 * @param names the variables that may be given this way
 * @returns the variables with those values, and what was wrong, one sentence each with its remedy
 */
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
      const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      problems.push(`${name}_FILE names ${path}, which cannot be read (${reason}).`)
    }
  }
  return { variables: { ...variables, ...read }, problems }
}
