/** Rows that change together, in one transaction: for as long as that takes, buyers of its counties wait. */
export const ROWS_AT_ONCE = 5_000

/** Rows of a county and lead type that are to be applied, at most `ROWS_AT_ONCE`. */
export interface PlaceRows {
  placeNo: number
  rows: number
  /** Of these: rows of properties that are known. */
  knownRows: number
  firstKey: string
  lastKey: string
}

/** A run of places and properties; both ends belong to it. */
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
 * Puts rows into parts that are applied one after the other.
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
