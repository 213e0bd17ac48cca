/** Sends text messages through an SMS service. */

export interface Sms {
  /** As E.164, e.g. `+15125550100`. */
  to: string
  text: string
  /** Our id of the message, which the service's reports name. The same at every try. */
  key: string
  /** The number of the try for that message, from 1 on; reports name it too. */
  attempt: number
}

/** The service will never take a text for this number: it does not exist, or cannot receive texts. */
export class NumberRefused extends Error {
  override name = 'NumberRefused'
}

/** The number's owner told the service that they want no texts from us. */
export class NumberStopped extends Error {
  override name = 'NumberStopped'
}

export interface SmsGateway {
  /**
   * Resolves once the service has taken the text; a report says later whether it arrived. Error texts name no number.
   *
   * @throws NumberStopped if the number's owner wants no texts
   * @throws NumberRefused if no retry can succeed
   * @throws Error if it did not take it, or it is unknown whether it did
   */
  send(sms: Sms): Promise<{ providerId: string }>
  /**
   * Asks about the outcome of a text, in the service's own words as in its reports; null if it knows nothing about it.
   *
   * @throws Error if it did not answer
   */
  lookUp(providerId: string): Promise<{ status: string; errorCode: number | null } | null>
  /**
   * Whether a request to one of our webhooks comes from the service.
   *
   * @param url as we gave it to the service, with its query: built from `publicUrl`, never from the request
   */
  isSigned(url: string, fields: URLSearchParams, signature: string | undefined): boolean
  /** Deletes up to `rowsMax` texts from before an instant that the gateway itself stores; a real service stores none here. */
  forgetTexts(before: Date, rowsMax: number): Promise<number>
}

/** Where the service reports the outcome of a text. @param publicUrl without a slash at its end */
export function statusUrlOf(publicUrl: string, { key, attempt }: Pick<Sms, 'key' | 'attempt'>): string {
  return `${publicUrl}/api/webhooks/twilio/status?${new URLSearchParams({ message: key, attempt: String(attempt) })}`
}
