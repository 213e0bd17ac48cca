import { readStored, writeStored } from '#web/ui/storage.ts'

/** `name`: as people say it, `Travis County, Texas`. */
export type RecentCounty = { state: string; county: string; name?: string }
const STORAGE_KEY = 'recent-counties'
const RECENTS_MAX = 5

/** The last viewed counties, newest first. Anyone may edit storage, so each entry is checked. */
export function recentCounties(): readonly RecentCounty[] {
  const stored = readStored('local', STORAGE_KEY)
  if (!Array.isArray(stored)) return []
  return stored
    .filter(isCounty)
    .slice(0, RECENTS_MAX)
    .map(({ state, county, name }) => ({ state, county, ...(isName(name) && { name }) }))
}

/** Remembers a county that was really shown; without storage, nothing is remembered and nothing breaks. */
export function rememberCounty({ state, county, name }: RecentCounty): void {
  const others = recentCounties().filter((one) => one.state !== state || one.county !== county)
  writeStored('local', STORAGE_KEY, [{ state, county, name }, ...others].slice(0, RECENTS_MAX))
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 100

const isCounty = (value: unknown): value is RecentCounty =>
  typeof value === 'object' &&
  value !== null &&
  'state' in value &&
  'county' in value &&
  isName(value.state) &&
  isName(value.county)
