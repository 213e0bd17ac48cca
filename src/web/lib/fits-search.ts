const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? []

/**
 * Whether a search would find these texts, by the server's rule: each typed word is the beginning of one of theirs.
 * While a reply is on its way, the list still has the previous rows, and pressing Enter then must not select a wrong
 * one.
 */
export function fitsSearch(search: string, texts: readonly (string | null)[]): boolean {
  const words = texts.flatMap((text) => wordsOf(text ?? ''))
  return wordsOf(search).every((wanted) => words.some((word) => word.startsWith(wanted)))
}
