/** Searching by the beginnings of words. */

/** More words than anyone types; each costs an index lookup. */
const WORDS_MAX = 8

/**
 * Turns what a person typed into a text search of PostgreSQL, for `to_tsquery('simple', …)`: all of the words, each by
 * its beginning. Only their letters and digits are kept, so nothing typed can act as an operator.
 *
 * @returns null if nothing was typed; `''`, which finds nothing, if there was no letter or digit
 */
export function prefixSearch(text: string | undefined): string | null {
  if (!text?.trim()) return null
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ')
}
