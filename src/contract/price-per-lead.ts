/** Not rounded. Extra leads of an offer never count, so the same price and size give the same figure everywhere. */
export const pricePerLead = (price: number, size: number): number => price / size
