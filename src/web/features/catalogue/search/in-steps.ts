/** A screen that is drawn 60 times a second has this long for everything. */
const STEP_MS = 16

/** Runs long work, and lets the browser answer keys between its steps. */
export async function takeInSteps<Result>(work: Iterator<undefined, Result>): Promise<Result> {
  for (let began = performance.now(); ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < STEP_MS) continue
    await new Promise((resolve) => setTimeout(resolve))
    began = performance.now()
  }
}

export function takeAtOnce<Result>(work: Iterator<undefined, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
