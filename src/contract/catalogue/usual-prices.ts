/**
 * The prices of docs/product.md#prices in dollars, for the sizes in order: of a new store, and of the home page until
 * the store has sent its own. They never decide what a buyer pays.
 */
import type { LeadType, Tier } from './catalogue.ts'

export const USUAL_DOLLARS: Readonly<Record<LeadType, Readonly<Record<Tier, readonly number[]>>>> = {
  vacant: {
    vip: [299, 399, 599, 999],
    premier: [199, 279, 399, 699],
    premium: [129, 179, 259, 449],
    standard: [79, 109, 159, 279],
  },
  owner: {
    vip: [349, 449, 649, 1099],
    premier: [229, 309, 439, 769],
    premium: [149, 199, 289, 499],
    standard: [89, 119, 179, 309],
  },
  landlord: {
    vip: [379, 479, 699, 1199],
    premier: [249, 329, 469, 819],
    premium: [159, 219, 309, 529],
    standard: [99, 129, 189, 329],
  },
}
