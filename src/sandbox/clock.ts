/** The sandbox does not import the store, so it has its own clock; its owner may pass in another `now`. */
export const systemNow = (): Date => new Date()
