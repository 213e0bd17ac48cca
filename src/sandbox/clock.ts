/**
 * The sandbox's own source of time. The sandbox knows nothing of the store, so it cannot use the store's clock; its
 * owner may hand in another `now`, and then signatures and timestamps follow that one.
 */
export const systemNow = (): Date => new Date()
