/** How the two lanes of tests differ: `npm test` runs the fast one, `npm run test:long` the long one. */

const isLong = process.env.TEST_LANE === 'long'

/** How many random runs a test of races or properties does: all in the long lane, few in the fast one, each time others. */
export const runsOf = (all: number): number => (isLong ? all : Math.max(1, Math.ceil(all / 10)))
