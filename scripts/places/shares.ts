/** The counties of a ZIP code or a city with their shares of its people, from 0 to 1; the largest first. */
export type Shares = readonly (readonly [fips: string, share: number])[]

/**
 * Orders counties by their share.
 * @param amounts people, or any other amount, by county
 * @param shareMin counties with less are left out: a few houses across the line
 */
export function sharesOf(amounts: ReadonlyMap<string, number>, shareMin: number): Shares {
  const total = [...amounts.values()].reduce((sum, amount) => sum + amount, 0)
  return [...amounts]
    .sort(([a, x], [b, y]) => y - x || a.localeCompare(b))
    .map(([fips, amount]): readonly [string, number] => [fips, total === 0 ? 1 / amounts.size : amount / total])
    .filter(([, share], index) => index === 0 || share >= shareMin)
}

/** The value that most voices name, if any value has more than one voice. */
export function majorityOf(voices: readonly (string | undefined)[]): string | undefined {
  return voices.find((voice, index) => voice !== undefined && voices.indexOf(voice) !== index)
}
