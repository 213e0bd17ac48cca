export interface Release {
  /** ISO date; null while it is not released. */
  date: string | null
  notes: string
}

/** Finds a version's section, headed `## 1.2.3 (2026-03-01)`. Returns null without one, or if it says nothing. */
export function findRelease(changelog: string, version: string): Release | null {
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = section.split('\n')
    const [, named, date] = /^(\S+)(?: \((\d{4}-\d\d-\d\d)\))?$/.exec(heading) ?? []
    const notes = lines.join('\n').trim()
    if (named === version) return notes === '' ? null : { date: date ?? null, notes }
  }
  return null
}
