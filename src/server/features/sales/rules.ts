/** Computes a rep's commission. */

const BPS = 10_000

/**
 * Computes the commission on what is left of a line, rounded half up to the cent. A refund takes back the difference of
 * two such amounts, so refunding a line in parts takes back exactly what it earned.
 *
 * @param leftCents what was paid for the line after offers and not refunded; not negative
 * @returns cents
 */
export const commissionOf = (leftCents: number, commissionBps: number): number =>
  Math.floor((leftCents * commissionBps + BPS / 2) / BPS)

/**
 * The same in SQL, of an expression in cents, beside a column `commission_bps`; a property test holds it to the function. Numeric,
 * because a large line times its rate is more than an integer holds.
 */
export const commissionSql = (leftCents: string): string => `round((${leftCents})::numeric * commission_bps / ${BPS}.0)`
