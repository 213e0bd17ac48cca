const STILL_AT_IT_EVERY_MS = 10_000

export const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`

/** Announces a setup step, keeps saying that it is still running, and reports how long it took. */
export async function withProgress(title, work) {
  const from = performance.now()
  console.log(`${title} …`)
  const timer = setInterval(() => console.log(`  … still at it (${seconds(from)})`), STILL_AT_IT_EVERY_MS)
  try {
    const result = await work()
    console.log(`  done in ${seconds(from)}`)
    return result
  } finally {
    clearInterval(timer)
  }
}

/** A setup failure with its remedy: shown without a stack trace. */
export class SetUpError extends Error {}

/** Runs a script's main function. If it throws a SetUpError, prints only its message. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}
