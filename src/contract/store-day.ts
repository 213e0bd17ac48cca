/** Which day an instant falls on in the store; both sides must agree, because figures and pay are counted by such days. */
import type { Day } from './days.ts'
import { STORE_ZONE } from './store-zone.ts'

let format: Intl.DateTimeFormat | undefined

/** The day an instant falls on in the store: `2026-11-22`. A number counts milliseconds since 1970. */
export function storeDayOf(instant: Date | number): Day {
  // Made at its first use, because no page needs it at its start. Canada writes days as ISO does.
  format ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: STORE_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return format.format(instant)
}
