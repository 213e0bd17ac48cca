/** Searching by the beginnings of words. */

/** More words than anybody types; each costs a look into the index. */
const WORDS_MAX = 8

/**
 * What a person typed as a text search of PostgreSQL, for `to_tsquery('simple', …)`: all of the words, each by its
 * beginning. Only letters and digits are left of them, so nothing typed can act as an operator.
 *
 * @returns null when nothing was typed; `''`, which finds nothing, when no letter or digit was
 */
export function prefixSearch(text: string | undefined): string | null {
  if (!text?.trim()) return null
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  return words
    .slice(0, WORDS_MAX)
    .map((word) => `${word}:*`)
    .join(' & ')
}
