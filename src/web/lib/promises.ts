/** What the store promises about its leads, in figures from its settings. */

import { type Tier, USUAL_SALE_CAPS } from '#contract/catalogue/catalogue.ts'
import type { ClaimReason } from '#contract/claims/claim-reasons.ts'
import { servedConfig } from './served-page.ts'
import { useStoreConfig } from './use-store-config.ts'

/** In prerendered HTML they are places that the server fills in. */
export interface Promises {
  /** How many buyers may get a lead, by its tier. */
  saleCaps: Readonly<Record<Tier, number | string>>
  /** The same in sentences, shown next to each claim that leads are exclusive or not oversold. */
  buyers: string
  /** Store credit for a late delivery, as percent of what was paid for the package. */
  lateCreditPercent: number | string
  /** How long leads can be claimed; 0: they cannot. */
  claimDays: number | string
  /** How many leads of a package can be claimed. */
  claimPercent: number | string
  /** What a claim needs besides its reason; undefined in prerendered HTML. */
  claimEvidence?: Readonly<Record<'note' | 'file', readonly ClaimReason[]>> | undefined
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
        buyers: '{{buyers}}',
        lateCreditPercent: '{{lateCreditPercent}}',
        claimDays: '{{claimDays}}',
        claimPercent: '{{claimPercent}}',
        supportEmail: '{{supportEmail}}',
      }
    : (servedConfig ?? {
        saleCaps: USUAL_SALE_CAPS,
        buyers: '',
        lateCreditPercent: 0,
        claimDays: 0,
        claimPercent: 0,
        supportEmail: '',
      })

export const usePromises = (): Promises => useStoreConfig().data ?? AT_FIRST
