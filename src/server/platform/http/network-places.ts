import { networkOf } from './rate-limits.ts'

export interface PlaceLimits {
  /** An office shares an address. */
  perNetworkMax: number
  perNodeMax: number
}

/** Places of a node for what stays open, such as streams and uploads, so that one network cannot take them all. */
export class NetworkPlaces {
  readonly #limits: PlaceLimits
  readonly #perNetwork = new Map<string, number>()
  #count = 0

  constructor(limits: PlaceLimits) {
    this.#limits = limits
  }

  /** How many are taken. */
  get count(): number {
    return this.#count
  }

  /** Returns what has no place left for a request from this address. */
  fullFor(address: string): 'network' | 'node' | null {
    if ((this.#perNetwork.get(networkOf(address)) ?? 0) >= this.#limits.perNetworkMax) return 'network'
    return this.#count >= this.#limits.perNodeMax ? 'node' : null
  }

  /** Takes a place until the returned function is called, which may be called again. */
  take(address: string): () => void {
    const network = networkOf(address)
    this.#count += 1
    this.#perNetwork.set(network, (this.#perNetwork.get(network) ?? 0) + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    }
  }
}
