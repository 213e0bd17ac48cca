/** Rows that change together in one transaction. Buyers of their counties wait for as long as that takes. */
export const ROWS_AT_ONCE = 5_000

/** Rows to apply of a county and lead type, at most `ROWS_AT_ONCE`. */
export interface PlaceRows {
  placeNo: number
  rows: number
  /** How many of these have a known property. */
  knownRows: number
  firstKey: string
  lastKey: string
}

/** A run of places and properties, both ends included. */
export interface Part {
  placeFrom: number
  keyFrom: string
  placeTo: number
  keyTo: string
  rows: number
  knownRows: number
  /** Each once. */
  places: number[]
}

/**
 * Groups rows into parts that are applied one after another.
 *
 * @param runs in the order of their places and properties
 */
export function splitIntoParts(runs: readonly PlaceRows[], rowsAtOnce = ROWS_AT_ONCE): Part[] {
  const parts: Part[] = []
  for (const { placeNo, rows, knownRows, firstKey, lastKey } of runs) {
    const open = parts.at(-1)
    if (open && open.rows + rows <= rowsAtOnce) {
      open.placeTo = placeNo
      open.keyTo = lastKey
      open.rows += rows
      open.knownRows += knownRows
      if (open.places.at(-1) !== placeNo) open.places.push(placeNo)
    } else {
      parts.push({
        placeFrom: placeNo,
        keyFrom: firstKey,
        placeTo: placeNo,
        keyTo: lastKey,
        rows,
        knownRows,
        places: [placeNo],
      })
    }
  }
  return parts
}
