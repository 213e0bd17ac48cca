/** Filters and order of a list as words of an address, and as one text that two equal views share. */
export type ViewWords = Readonly<Record<string, string | undefined>>

/** Writes words in a fixed order, without empty ones: `sort=total&status=paid`. Empty if nothing is filtered or sorted. */
export function textOf(words: ViewWords): string {
  const filled = Object.entries(words).flatMap(([name, word]) => (word ? [[name, word]] : []))
  filled.sort(([one = ''], [other = '']) => (one < other ? -1 : 1))
  return new URLSearchParams(filled).toString()
}

/** Reads the words of a saved view. */
export const wordsIn = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
