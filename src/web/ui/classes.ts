/** Joins class names, leaving out what is false, so that a condition reads in place. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
