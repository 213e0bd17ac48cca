/** Tabs of one browser tell each other that a request was paid, so that the second one does not ask for a card. */
const CHANNEL = 'payment-request'

/** Tells the others; where the browser cannot, they notice when they ask the server next. */
export function tellOtherTabs(token: string): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(token)
  channel.close()
}

/** @returns how to stop listening */
export function hearOtherTabs(token: string, onChange: () => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === token) onChange()
  }
  return () => channel.close()
}
