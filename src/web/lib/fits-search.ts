const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * Whether texts would be found by a search, as the server does it: each typed word is the beginning of one of theirs.
 * While an answer is on its way the list still holds the one before; whoever presses Enter then must not get somebody
 * else.
 */
export function fitsSearch(search: string, texts: readonly (string | null)[]): boolean {
  const words = texts.flatMap((text) => wordsOf(text ?? ''))
  return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}
