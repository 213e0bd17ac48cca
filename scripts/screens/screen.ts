import type { Page } from 'playwright-core'
import type { Shop } from './shop.ts'

/** One line of the table in screens.ts. */
export interface Screen {
  screen: string
  state: string
  /** What this state is, for readers of the index. */
  shows: string
  /** Whether the picture shows the whole page, not only what fits into the window. */
  isTall?: boolean
  /** Whether its days are what it is about, so that none is replaced by a fixed one. Its picture differs from day to day. */
  isOfDays?: boolean
  /** Resolves when the state is on the screen. */
  show(page: Page, shop: Shop): Promise<unknown>
}
