/** Lists as tables for people, the same for the server's export and for the rows chosen in a browser. */
import type { CsvCell } from './csv.ts'
import { zonePlace } from './store-zone.ts'

type Clock = (instant: string | null) => string | null

/** Each header and its cell. A header with `(zone)` is for times, which `clock` writes. */
export type CsvCells<Row> = Readonly<Record<string, (row: Row, clock: Clock) => CsvCell>>

/** Times are in the store's zone, which their headers name: `Paid (New York time)`. Programs read the list as JSON. */
export function csvTable<Row>(cells: CsvCells<Row>, timeZone: string) {
  // Sweden writes times as spreadsheets read them: `2026-11-22 17:05:00`.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const clock: Clock = (instant) => instant && format.format(Date.parse(instant))
  return {
    columns: Object.keys(cells).map((name) => name.replace('(zone)', `(${zonePlace(timeZone)} time)`)),
    rowOf: (row: Row): CsvCell[] => Object.values(cells).map((cellOf) => cellOf(row, clock)),
  }
}
