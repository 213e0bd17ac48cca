import { NumberRefused, NumberStopped, type SmsGateway, statusUrlOf } from './sms-gateway.ts'
import { isTwilioSigned } from './twilio-signature.ts'

/** The part of a phone that this gateway needs. The sandbox's phone fits it, and neither imports the other. */
export interface Phone {
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
