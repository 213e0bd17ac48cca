/** What the store promises about its leads, in figures from its settings. */

import type { Tier } from '#contract/catalogue/catalogue.ts'
import { servedConfig } from './served-page.ts'
import { useStoreConfig } from './use-store-config.ts'

/** In prerendered HTML they are places that the server fills in. */
export interface Promises {
  /** How many buyers may get a lead, by its tier. */
  saleCaps: Readonly<Record<Tier, number | string>>
  /** The same in sentences, shown next to each claim that leads are exclusive or not oversold. */
  buyers: string
  caps: string
  guarantee: string
  guaranteeInFull: string
  /** Store credit for a late delivery, as percent of what was paid for the package. */
  lateCreditPercent: number | string
  /** How long leads can be claimed; 0: they cannot. */
  claimDays: number | string
  /** How many leads of a package can be claimed. */
  claimPercent: number | string
  supportEmail: string
}

/** Until the store has answered: what came with the page; in prerendered HTML, the places for it. */
const AT_FIRST: Promises = servedConfig ?? {
  saleCaps: {
    vip: '{{saleCaps.vip}}',
    premier: '{{saleCaps.premier}}',
    premium: '{{saleCaps.premium}}',
    standard: '{{saleCaps.standard}}',
  },
  buyers: '{{buyers}}',
  caps: '{{caps}}',
  guarantee: '{{guarantee}}',
  guaranteeInFull: '{{guaranteeInFull}}',
  lateCreditPercent: '{{lateCreditPercent}}',
  claimDays: '{{claimDays}}',
  claimPercent: '{{claimPercent}}',
  supportEmail: '{{supportEmail}}',
}

export const usePromises = (): Promises => useStoreConfig().data ?? AT_FIRST
