import { formatDateTime } from './format.ts'
import { formatRecent, timeZoneWord } from './format-late.ts'
import { serverNow } from './server-clock.ts'

/** When something in a list happened, in the store's time zone; the year only if it is another one. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {formatRecent(at, serverNow())}
  </time>
)

/** The footnote of a list with times. */
export const timesNote = (): string => `Times are in the store’s time zone (${timeZoneWord(serverNow())}).`
