/** Sends text messages through an SMS service. */
import { isTwilioSigned } from './twilio-signature.ts'

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

/** The part of a phone that this gateway needs. The sandbox's phone fits it, and neither imports the other. */
interface Phone {
  /** What webhooks are signed with. */
  authToken: string
  /** Takes a text and reports its outcome to `statusUrl`; `refused` is the error of Twilio's API. */
  take(text: {
    key: string
    to: string
    text: string
    statusUrl: string
  }): Promise<{ sid: string } | { refused: number }>
  forget(before: Date, rowsMax: number): Promise<number>
}

/** Twilio's code for an owner who replied STOP. */
const STOPPED_CODE = 21610

/** Sends texts to the sandbox's phone page, so the whole store runs without an SMS service. */
export function createSandboxSms(phone: Phone, publicUrl: () => string): SmsGateway {
  return {
    async send({ to, text, key, attempt }) {
      const answer = await phone.take({ key, to, text, statusUrl: statusUrlOf(publicUrl(), { key, attempt }) })
      if ('sid' in answer) return { providerId: answer.sid }
      const why = `The SMS service did not take the text (400, error ${answer.refused}).`
      throw answer.refused === STOPPED_CODE ? new NumberStopped(why) : new NumberRefused(why)
    },
    // Its reports come within a moment, unless the store has stopped.
    lookUp: async () => null,
    isSigned: (url, fields, signature) => isTwilioSigned(phone.authToken, url, fields, signature),
    forgetTexts: (before, rowsMax) => phone.forget(before, rowsMax),
  }
}
