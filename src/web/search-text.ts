/** What an address keeps after its `?`. */

/** The text of a parameter, or undefined if it is not a non-empty text. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Removes undefined values, so that they leave no trace in the address. */
export function defined<T extends Record<string, string | undefined>>(values: T): { [Key in keyof T]?: string } {
  const filled: { [Key in keyof T]?: string } = {}
  for (const key in values) {
    const value = values[key]
    if (value !== undefined) filled[key] = value
  }
  return filled
}
