/** Recognizes texts that need no second look, like nearly all cells of a lead file. */

const FIRST_PRINTABLE = 0x20
const LAST_PRINTABLE = 0x7e

/** Whether a text has only printable ASCII. A loop, because it runs several million times for one file. */
export function isPlainText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < FIRST_PRINTABLE || code > LAST_PRINTABLE) return false
  }
  return true
}
