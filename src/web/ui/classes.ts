/** Joins class names, leaving out falsy ones, so a condition can be written in place. */
export const classes = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
