/** In which counties a ZIP code lies (docs/decisions/0051-places-are-a-kept-list.md). */
import { readFile } from 'node:fs/promises'

const LINE = /^(\d{5}): (.*)$/gm

/**
 * Returns the counties, by federal code, of each of these ZIP codes, but not those that have less than one percent of
 * its people. A ZIP code that is not listed is left out. The list is read again each time, because few ask.
 */
export async function countiesOfZips(zips: ReadonlySet<string>): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, Set<string>>()
  if (zips.size === 0) return found
  const text = await readFile(new URL('zip-counties.txt', import.meta.url), 'utf8')
  for (const [, fips = '', its = ''] of text.matchAll(LINE))
    for (const zip of its.split(' ')) {
      if (!zips.has(zip)) continue
      const counties = found.get(zip)
      if (counties) counties.add(fips)
      else found.set(zip, new Set([fips]))
    }
  return found
}
