import { LEAD_TYPES, SIZES, TIERS } from '#contract/catalogue/catalogue.ts'
import { USUAL_DOLLARS } from '#contract/catalogue/usual-prices.ts'

/** The 48 starting prices, in cents. */
export const STARTING_PRICES = LEAD_TYPES.flatMap((leadType) =>
  TIERS.flatMap((tier) =>
    SIZES.map((size, index) => ({
      leadType,
      tier,
      size,
      priceCents: (USUAL_DOLLARS[leadType][tier][index] ?? 0) * 100,
    })),
  ),
)
