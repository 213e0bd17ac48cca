/** Who wants to know which units went into carts. Only carts: what links and late money take over is none of theirs. */
import type { PlatformContext } from '#server/platform/context.ts'

/** A unit that was just placed in a cart. */
export interface PlacedUnit {
  readonly packageId: string
  /** Nothing of its counted package was left after it. */
  readonly isLast: boolean
}

/** Called with the units of each batch, after their commit, on the way of every hold: it must take no time. */
export type UnitsListener = (units: readonly PlacedUnit[]) => void

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly unitsListeners: UnitsListener[]
  }
}

/** Tells of the granted ones of a batch. Its rows all say what is left after the batch, so the last unit is the last row's. */
export function announcePlacedUnits(
  { node }: Pick<PlatformContext, 'node'>,
  asked: readonly { packageId: string }[],
  rows: readonly { verdict: string; available: number }[],
): void {
  if (node.unitsListeners.length === 0) return
  const units = new Map<number, PlacedUnit>()
  const lastOf = new Map<string, number>()
  for (const [index, { packageId }] of asked.entries()) {
    const row = rows[index]
    if (row?.verdict !== 'granted') continue
    units.set(index, { packageId, isLast: false })
    if (row.available === 0) lastOf.set(packageId, index)
  }
  for (const [packageId, index] of lastOf) units.set(index, { packageId, isLast: true })
  if (units.size > 0) for (const listener of node.unitsListeners) listener([...units.values()])
}
