/** Lets tabs of one browser tell each other that a request was paid, so the second one does not ask for a card. */
const CHANNEL = 'payment-request'

/** Tells the others; if the browser cannot, they notice at their next call. */
export function tellOtherTabs(token: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(token)
  channel.close()
}

/** @returns a function to stop listening */
export function hearOtherTabs(token: string, onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === token) onChange()
  }
  return () => channel.close()
}
