/**
 * The server's time in the browser. Holds end by the server's clock; a wrong clock on the buyer's side would
 * otherwise show minutes that do not exist.
 */
let aheadMs = 0

/**
 * Learns the difference from an instant the server just sent.
 *
 * @param receivedAtMs when it came, by this browser's clock
 */
export function recordServerTime(instant: string, receivedAtMs = Date.now()): void {
  const serverMs = Date.parse(instant)
  if (Number.isFinite(serverMs)) aheadMs = serverMs - receivedAtMs
}

/** Milliseconds since 1970, as the server counts them. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
