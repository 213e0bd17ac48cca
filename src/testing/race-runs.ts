/**
 * How many random runs a test of races does. `npm test` does a third of them, each time others, because they take a
 * quarter of its time; `RACE_RUNS=all npm test -- races` does all.
 */
export const raceRuns = (all: number): number => (process.env.RACE_RUNS === 'all' ? all : Math.ceil(all / 3))
