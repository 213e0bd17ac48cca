import type { CartLine } from '#contract/orders/cart.ts'

type Unit = Pick<CartLine, 'packageId' | 'holdId'>

/**
 * The units of a package in the cart, the oldest first.
 *
 * @param letGo lines that are being given back. They are on screen until the server has answered, and a second key must
 *   not choose them again.
 */
export const unitsOf = <Line extends Unit>(
  packageId: Unit['packageId'],
  lines: readonly Line[],
  letGo: Pick<ReadonlySet<Unit['holdId']>, 'has'>,
): Line[] => lines.filter((line) => line.packageId === packageId && !letGo.has(line.holdId))

/** What turns the units held into as many as are wanted: how many are missing, or which to give back, the newest. */
export const changeTo = <Line>(wanted: number, held: readonly Line[]): { missing: number; spare: Line[] } => ({
  missing: Math.max(0, wanted - held.length),
  spare: held.slice(wanted),
})
