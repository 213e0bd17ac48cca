/**
 * Returns a function that runs at most `callsMax` pieces of work at once; the rest waits in line. For work that comes
 * by the thousand and must leave database connections to people who wait at their screens.
 */
export function limitConcurrency(callsMax: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = callsMax
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
