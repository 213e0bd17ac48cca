/**
 * The sandbox's own clock. The sandbox does not import the store, so it cannot use the store's clock; its owner may
 * pass in another `now` for signatures and timestamps.
 */
export const systemNow = (): Date => new Date()
