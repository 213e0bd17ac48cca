/** Which rows of a list are chosen, by their keys; `last` is where a choice with Shift starts. */
export interface Choice {
  chosen: ReadonlySet<string>
  last: string | null
}

export const NOTHING_CHOSEN: Choice = { chosen: new Set(), last: null }

/**
 * Chooses a row or not; with Shift, does the same to all rows from the last one.
 *
 * @param keys of the rows shown, in order
 */
export function toggle({ chosen, last }: Choice, keys: readonly string[], key: string, withShift: boolean): Choice {
  const meant = withShift ? keysBetween(keys, last, key) : [key]
  const next = new Set(chosen)
  for (const one of meant) {
    if (chosen.has(key)) next.delete(one)
    else next.add(one)
  }
  return { chosen: next, last: key }
}

/** Chooses all rows shown, or none if they are. */
export function toggleAll({ chosen, last }: Choice, keys: readonly string[]): Choice {
  return keys.every((key) => chosen.has(key)) ? NOTHING_CHOSEN : { chosen: new Set(keys), last }
}

/** The keys from one to another, whichever comes first; only the second if the first is not shown. */
function keysBetween(keys: readonly string[], one: string | null, other: string): readonly string[] {
  const [start, end] = [one === null ? -1 : keys.indexOf(one), keys.indexOf(other)]
  return start < 0 ? [other] : keys.slice(Math.min(start, end), Math.max(start, end) + 1)
}
