/**
 * Makes a function that runs work, so many at once; the rest waits for its turn in order. For work that comes by the
 * thousand and must leave the connections to those who wait at their screens.
 */
export function runFew(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = atOnce
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
