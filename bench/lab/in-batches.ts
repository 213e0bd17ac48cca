/** As many batches at once as the benches' machines have cores; one session of PostgreSQL uses one. */
const LANES = 2

/** Processes the numbers 1 to `total` in batches, on two connections at once. @param onProgress how many of them are done */
export async function inBatches(
  total: number,
  batch: number,
  work: (from: number, to: number) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<void> {
  let next = 1
  let done = 0
  const lane = async () => {
    while (next <= total) {
      const from = next
      const to = Math.min(total, from + batch - 1)
      next = to + 1
      await work(from, to)
      done += to - from + 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}
