import { foldText } from '#contract/plain-values.ts'

/**
 * Whether these texts contain every word of a search, as the server's rule asks (`platform/search-text.ts`); a number's
 * digits only count there. While a reply is on its way, the list still has the previous rows, and pressing Enter then
 * must not select a wrong one.
 */
export function fitsSearch(search: string, texts: readonly (string | null)[]): boolean {
  const text = foldText(texts.join(' '))
  return foldText(search)
    .split(/[\s,;]+/)
    .every((word) => text.includes(word))
}
