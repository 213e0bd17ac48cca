/** Which counties a ZIP code lies in. Part of a house’s address, so it stands here, where all who read addresses see it. */
import { readFile } from 'node:fs/promises'
import { stateFipsOf } from '#contract/catalogue/state-codes.ts'

const LINE = /^(\d{5}): (.*)$/gm

/** The counties of each ZIP code as federal codes, without those that have less than one percent of its people. */
export type ZipCounties = ReadonlyMap<string, readonly number[]>

/** @param only leave it out for all. The list is read again each time, because few ask. */
export async function loadZipCounties(only?: ReadonlySet<string>): Promise<ZipCounties> {
  const found = new Map<string, number[]>()
  const text = await readFile(new URL('zip-counties.txt', import.meta.url), 'utf8')
  for (const [, fips = '', its = ''] of text.matchAll(LINE))
    for (const zip of its.split(' ')) {
      if (only && !only.has(zip)) continue
      const known = found.get(zip)
      if (known) known.push(Number(fips))
      else found.set(zip, [Number(fips)])
    }
  return found
}

/** Whether a county’s state has none of the ZIPs that begin like this one. */
export function isZipFarOff(zips: ZipCounties, zip: string, county: number): boolean {
  const near = Array.from({ length: 100 }, (_, end) => zips.get(zip.slice(0, 3) + String(end).padStart(2, '0')) ?? [])
  return !near.flat().some((code) => Math.floor(code / 1_000) === Math.floor(county / 1_000))
}

/** Whether a ZIP lies in other states only. A ZIP that is unknown says nothing, and nor does an unknown state. */
export function isZipElsewhere(zips: ZipCounties, zip: string, state: string): boolean {
  const fips = stateFipsOf(state)
  const counties = zips.get(zip)
  return fips > 0 && counties !== undefined && !counties.some((code) => Math.floor(code / 1_000) === fips)
}
