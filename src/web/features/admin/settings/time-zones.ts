/** The time zones to choose from: those of the United States, where the counties are, then all that the browser knows. */
import { isTimeZone } from '#contract/store-zone.ts'

const AT_HOME = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

export const TIME_ZONES: readonly string[] = [
  ...new Set([...AT_HOME, ...Intl.supportedValuesOf('timeZone').filter(isTimeZone), 'UTC']),
]
