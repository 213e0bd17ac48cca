/** The health check of the image: ends with 0 if the store on this PORT can work. Needs no curl. */
const WITHIN_MS = 4_000
const port = process.env.PORT || '3000'

try {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(WITHIN_MS) })
  if (status !== 200) throw new Error(`/readyz answered ${status}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
