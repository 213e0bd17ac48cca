/** Transactions that another call may be faster than. */

/** Thrown in a transaction if another call was faster; what the transaction wrote so far rolls back. */
export class OutrunError extends Error {
  override name = 'OutrunError'

  constructor() {
    super('another call was faster')
  }
}

/**
 * Runs a transaction that another call may be faster than.
 *
 * @param isOutrun errors besides `OutrunError` that mean the same, such as a unique constraint
 * @returns null if another call was faster; nothing is written then
 */
export async function unlessOutrun<Result>(
  transact: () => Promise<Result>,
  isOutrun: (error: unknown) => boolean = () => false,
): Promise<Result | null> {
  try {
    return await transact()
  } catch (error) {
    if (error instanceof OutrunError || isOutrun(error)) return null
    throw error
  }
}
