/**
 * A second, simplest implementation of stock: counts in memory, one caller after another. The property test runs store
 * and model with the same steps and compares them after each.
 */
import { minutes } from '#server/platform/clock.ts'

export interface ModelHold {
  readonly holdId: string
  readonly packageId: string
  readonly cart: number
  readonly tookUnit: boolean
  readonly placedAt: number
  expiresAt: number
  state: 'live' | 'sold' | 'released' | 'expired'
}

interface ModelPackage {
  available: number
  /** The number that an administrator entered, if above 999. */
  unlimitedShown: number | null
  placed: number
}

export const HOLD_MS = minutes(30)
const HOLD_LIFE_MAX_MS = minutes(120)
/** Checkout renews holds that have less than this left. */
const RENEW_BELOW_MS = HOLD_MS * 0.8

export class StockModel {
  /** Milliseconds since the start, without those that the test itself takes. */
  now = 0
  readonly holds: ModelHold[] = []
  readonly #packages = new Map<string, ModelPackage>()

  constructor(packageIds: readonly string[]) {
    for (const id of packageIds) this.#packages.set(id, { available: 0, unlimitedShown: null, placed: 0 })
  }

  #package(packageId: string): ModelPackage {
    const found = this.#packages.get(packageId)
    if (!found) throw new Error(`the model has no package ${packageId}`)
    return found
  }

  /** The count that a buyer sees. */
  shown(packageId: string): number {
    const { unlimitedShown, available } = this.#package(packageId)
    return unlimitedShown ?? Math.min(available, 999)
  }

  canHold(packageId: string): boolean {
    const { unlimitedShown, available } = this.#package(packageId)
    return unlimitedShown !== null || available > 0
  }

  hold(holdId: string, packageId: string, cart: number): ModelHold {
    const stock = this.#package(packageId)
    const tookUnit = stock.unlimitedShown === null
    if (tookUnit) stock.available -= 1
    const expiresAt = this.now + HOLD_MS
    const hold: ModelHold = { holdId, packageId, cart, tookUnit, placedAt: this.now, expiresAt, state: 'live' }
    this.holds.push(hold)
    return hold
  }

  end(hold: ModelHold, state: 'sold' | 'released' | 'expired'): void {
    if (hold.state !== 'live') throw new Error(`hold ${hold.holdId} ends a second time: ${hold.state}, then ${state}`)
    hold.state = state
    if (state !== 'sold' && hold.tookUnit) this.#package(hold.packageId).available += 1
  }

  /** The hold meant by a release without an id: the newest, expired or not. */
  newest(cart: number, packageId: string): ModelHold | undefined {
    return this.holds.findLast((hold) => hold.cart === cart && hold.packageId === packageId && hold.state === 'live')
  }

  /** A cart's lines: its live, unexpired holds, oldest first. */
  lines(cart: number): ModelHold[] {
    return this.holds.filter((hold) => hold.cart === cart && hold.state === 'live' && hold.expiresAt > this.now)
  }

  renewForCheckout(cart: number): void {
    const lines = this.lines(cart)
    if (!lines.some((hold) => hold.expiresAt - this.now < RENEW_BELOW_MS)) return
    for (const hold of lines) {
      const expiresAt = Math.min(this.now + HOLD_MS, hold.placedAt + HOLD_LIFE_MAX_MS)
      hold.expiresAt = Math.max(hold.expiresAt, expiresAt)
    }
  }

  sweep(): void {
    for (const hold of this.holds) if (hold.state === 'live' && hold.expiresAt <= this.now) this.end(hold, 'expired')
  }

  setStock(packageId: string, count: number): void {
    const stock = this.#package(packageId)
    stock.unlimitedShown = count > 999 ? count : null
    if (count > 999) return
    stock.placed += count - stock.available
    stock.available = count
  }

  /** Every package's numbers, in the form used to query the store. */
  counts(): { packageId: string; available: number; shown: number; placed: number; held: number; sold: number }[] {
    return [...this.#packages].map(([packageId, { available, placed }]) => {
      const units = this.holds.filter((hold) => hold.packageId === packageId && hold.tookUnit)
      return {
        packageId,
        available,
        shown: this.shown(packageId),
        placed,
        held: units.filter((hold) => hold.state === 'live').length,
        sold: units.filter((hold) => hold.state === 'sold').length,
      }
    })
  }
}
