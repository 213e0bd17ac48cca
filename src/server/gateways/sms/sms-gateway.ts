/** Handing text messages to an SMS service. */

export interface Sms {
  /** As E.164, e.g. `+15125550100`. */
  to: string
  text: string
  /** What the service's reports name: our id of the message. The same at every try. */
  key: string
  /** Which try of that message it is, from 1 on; reports name it too. */
  attempt: number
}

/** The service will never take a text to this number: it does not exist, or cannot be sent texts. */
export class NumberRefused extends Error {
  override name = 'NumberRefused'
}

/** Whoever has this number told the service that they want no texts from us. */
export class NumberStopped extends Error {
  override name = 'NumberStopped'
}

export interface SmsGateway {
  /**
   * Resolves once the service took the text; whether it arrives is reported later. The texts of errors name no number.
   *
   * @throws NumberStopped when the number's owner wants no texts
   * @throws NumberRefused when no later try can succeed
   * @throws Error when it did not take it, or when it is not known whether it did
   */
  send(sms: Sms): Promise<{ providerId: string }>
  /**
   * What became of a text that it took, in the service's own words as in its reports; null where it knows nothing of it.
   *
   * @throws Error when it did not say
   */
  lookUp(providerId: string): Promise<{ status: string; errorCode: number | null } | null>
  /**
   * Whether a request to a webhook of ours comes from the service.
   *
   * @param url as the service was told it, with its query: built from `publicUrl`, never from what the request names
   */
  isSigned(url: string, fields: URLSearchParams, signature: string | undefined): boolean
  /** Deletes up to `rowsMax` texts that it took before an instant and keeps itself; a real service keeps none here. */
  forgetTexts(before: Date, rowsMax: number): Promise<number>
}

/** Where the service reports what became of a text. @param publicUrl without a slash at its end */
export function statusUrlOf(publicUrl: string, { key, attempt }: Pick<Sms, 'key' | 'attempt'>): string {
  return `${publicUrl}/api/webhooks/twilio/status?${new URLSearchParams({ message: key, attempt: String(attempt) })}`
}
