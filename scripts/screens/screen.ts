import type { Page } from 'playwright-core'
import type { Shop } from './shop.ts'

/** One line of the table in screens.ts. */
export interface Screen {
  screen: string
  state: string
  /** For the reader of the index: what this state is. */
  shows: string
  /** The picture shows the whole page, not only what fits into the window. */
  isTall?: boolean
  /** Its days are what it is about, so none is replaced by a fixed one; its picture differs from day to day. */
  isOfDays?: boolean
  /** Ends when the state is on the screen. */
  show(page: Page, shop: Shop): Promise<unknown>
}
