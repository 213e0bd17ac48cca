import type { MovedRow } from './lead-queries.ts'
import type { PlacesMoved } from './pools.ts'

/** How leads moved, as the statements that change them say it. */
export const movedPlaces = (rows: readonly MovedRow[]): PlacesMoved[] =>
  rows.map(({ pool_id, before, after, leads }) => ({ poolId: pool_id, before, after, leads }))
