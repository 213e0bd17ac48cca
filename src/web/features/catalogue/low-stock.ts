/** From here down a number of units is scarce (SPEC.md section 9, "low-stock threshold"). */
export const LOW_STOCK_MAX = 10
