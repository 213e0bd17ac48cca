/** A reply that the page requested before the bundle loaded; written by first.js. */
interface EarlyAnswer {
  readonly url: string
  readonly answer: Promise<Response>
  /** When it came, by this browser's clock; 0 until then. */
  readonly atMs: number
}

const page: typeof globalThis & { earlyAnswer?: EarlyAnswer | undefined } = globalThis
let taken: EarlyAnswer | undefined

/** Returns the reply to a GET that was already sent; once, because the next caller wants fresh data. */
export function takeEarlyAnswer(url: string): Promise<Response> | null {
  const early = page.earlyAnswer
  if (early?.url !== url) return null
  page.earlyAnswer = undefined
  taken = early
  return early.answer
}

/** When the early reply that was just taken arrived, since it waited for a while. Undefined for any other; read once. */
export function takeArrival(): number | undefined {
  const atMs = taken?.atMs
  taken = undefined
  return atMs
}
