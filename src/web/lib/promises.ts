/** What the store promises about its leads, in figures from its settings. */
import { useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import { TIER_FACTS, TIERS, type Tier, USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import { query } from './query.ts'
import { servedConfig } from './served-page.ts'

/** In prerendered HTML they are places that the server fills in. */
export interface Promises {
  /** How many buyers may get a lead, by its tier. */
  saleCaps: Readonly<Record<Tier, number | string>>
  /** Store credit for a late delivery, as percent of what was paid for the package. */
  lateCreditPercent: number | string
  supportEmail: string
}

/** What applies until the store has answered; at build time, the places for it. */
const AT_FIRST: Promises =
  typeof document === 'undefined'
    ? {
        saleCaps: {
          vip: '{{saleCaps.vip}}',
          premier: '{{saleCaps.premier}}',
          premium: '{{saleCaps.premium}}',
          standard: '{{saleCaps.standard}}',
        },
        lateCreditPercent: '{{lateCreditPercent}}',
        supportEmail: '{{supportEmail}}',
      }
    : (servedConfig ?? { saleCaps: USUAL_SALE_CAPS, lateCreditPercent: 0, supportEmail: '' })

export function usePromises(): Promises {
  return useQuery(query<typeof getStoreConfig>('/api/config', {})).data ?? AT_FIRST
}

/** `VIP 1, Premier 3, Premium 10, Standard 10`: to how many buyers a lead may be sold. */
export const buyersWords = ({ saleCaps }: Pick<Promises, 'saleCaps'>): string =>
  TIERS.map((tier) => `${TIER_FACTS[tier].name} ${saleCaps[tier]}`).join(', ')
