/**
 * The server's time in the browser. Holds end by the server's clock; with a wrong clock, the buyer would otherwise see
 * minutes that do not exist.
 */
let aheadMs = 0

/**
 * Sets the difference from an instant that the server just sent.
 *
 * @param receivedAtMs when it came, by this browser's clock
 */
export function recordServerTime(instant: string, receivedAtMs = Date.now()): void {
  const serverMs = Date.parse(instant)
  if (Number.isFinite(serverMs)) aheadMs = serverMs - receivedAtMs
}

/** Milliseconds since 1970, as the server counts them. */
export const serverNow = (): number => Date.now() + aheadMs
