/** Joins class names, leaving out falsy ones, so a condition can be written in place. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
