/** What the page itself asked the server for before the bundle had loaded; written by first.js. */
interface EarlyAnswer {
  readonly url: string
  readonly answer: Promise<Response>
  /** When it came, by this browser's clock; 0 until then. */
  readonly atMs: number
}

const page: typeof globalThis & { earlyAnswer?: EarlyAnswer | undefined } = globalThis
let taken: EarlyAnswer | undefined

/** The answer to a GET that was sent already; once, because the next time somebody wants news. */
export function takeEarlyAnswer(url: string): Promise<Response> | null {
  const early = page.earlyAnswer
  if (early?.url !== url) return null
  page.earlyAnswer = undefined
  taken = early
  return early.answer
}

/** When the early answer came that was taken just now: it lay there for a while. Undefined for any other; asked once. */
export function takeArrival(): number | undefined {
  const atMs = taken?.atMs
  taken = undefined
  return atMs
}
