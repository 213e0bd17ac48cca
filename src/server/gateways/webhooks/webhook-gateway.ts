/** Calls addresses that buyers gave, and services that buyers connect. */

/** A call and its answer. */
export interface WebhookAnswer {
  /** The HTTP status; null if there was no answer. */
  status: number | null
  /** Why there was none, in words that name no one. */
  problem: string | null
  /** The first 1,024 bytes. */
  body: string
  /** From start to end of the call. */
  milliseconds: number
  /** How long it asks to be left alone; null if it does not say. */
  retryAfterMs: number | null
}

export interface WebhookGateway {
  /**
   * Returns an address as it is called; null if it is refused: no https, a user name, or a host that is an address
   * inside a network. A name is not looked up here but at every call.
   */
  readAddress(typed: string): string | null
  /** Posts a body. Never follows a redirect, never throws; gives up after 10 seconds. */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>
  /** Reads an address, in the same way. */
  get(url: string, headers: Readonly<Record<string, string>>): Promise<WebhookAnswer>
  close(): Promise<void>
}
