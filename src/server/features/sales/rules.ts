const BPS = 10_000

/** In cents, rounded half up. Refunding a line in parts takes back exactly what it earned. */
export const commissionOf = (leftCents: number, commissionBps: number): number =>
  Math.floor((leftCents * commissionBps + BPS / 2) / BPS)

/** The same in SQL; a property test compares them. Numeric: a large line times its rate overflows an integer. */
export const commissionSql = (leftCents: string): string => `round((${leftCents})::numeric * commission_bps / ${BPS}.0)`
