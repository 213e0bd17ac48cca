/** Returns a function that runs at most `callsMax` pieces of work at once; the rest waits in line. */
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

/** Limits the work of each name by itself, such as a caller's, so that one of many cannot take all that they share. */
export function openLines({ callsMax, waitingMax }: { callsMax: number; waitingMax: number }) {
  const lines = new Map<string, { calls: number; run: ReturnType<typeof limitConcurrency> }>()
  return {
    isFull: (name: string) => (lines.get(name)?.calls ?? 0) >= callsMax + waitingMax,
    async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const line = lines.get(name) ?? { calls: 0, run: limitConcurrency(callsMax) }
      lines.set(name, line)
      line.calls += 1
      try {
        return await line.run(work)
      } finally {
        line.calls -= 1
        if (line.calls === 0) lines.delete(name)
      }
    },
  }
}

export type Lines = ReturnType<typeof openLines>
