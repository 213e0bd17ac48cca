/** How the two lanes of tests differ: `npm test` runs the fast one, `npm run test:long` the long one. */

export const isLong = process.env.TEST_LANE === 'long'

/**
 * How many random runs a test of races or properties does: all of them in the long lane, a few in the fast one,
 * different ones each time.
 */
export const runsOf = (all: number): number => (isLong ? all : Math.max(1, Math.ceil(all / 10)))
