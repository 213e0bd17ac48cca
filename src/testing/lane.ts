/** How the two lanes of tests differ: `npm test` runs the fast one, `npm run test:long` the long one. */

export const isLong = process.env.TEST_LANE === 'long'

/** How many random runs a test of races or properties does: all in the long lane, a third in the fast one, each time others. */
export const runsOf = (all: number): number => (isLong ? all : Math.ceil(all / 3))
