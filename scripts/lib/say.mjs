/** Long work says that it is alive this often. */
const STILL_AT_IT_EVERY_MS = 10_000

export const seconds = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`

/** Announces a piece of set-up, keeps saying that it goes on, and tells how long it took. */
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

/** A failure of the set-up, complete with its remedy: shown without a stack trace. */
export class SetUpError extends Error {}

/** Runs a script's main function; a SetUpError ends it with its message alone. */
export async function orExplain(work) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    console.error(`\n${error.message}`)
    process.exit(1)
  }
}
