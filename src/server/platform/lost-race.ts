/** Transactions that another call may be faster than. */

/** Thrown in a transaction if another call was faster; what the transaction wrote so far rolls back. */
export class LostRace extends Error {
  override name = 'LostRace'

  constructor() {
    super('another call was faster')
  }
}

/**
 * Runs a transaction that another call may be faster than.
 *
 * @param isLost errors besides `LostRace` that mean the same, such as a unique constraint
 * @returns null if another call was faster; nothing is written then
 */
export async function unlessLost<Result>(
  transact: () => Promise<Result>,
  isLost: (error: unknown) => boolean = () => false,
): Promise<Result | null> {
  try {
    return await transact()
  } catch (error) {
    if (error instanceof LostRace || isLost(error)) return null
    throw error
  }
}
