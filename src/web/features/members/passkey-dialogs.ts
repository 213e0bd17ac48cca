/** The browser's own dialogs for passkeys. Loaded on the first use, because most people log in without one. */
import * as browser from '@simplewebauthn/browser'
import type { Assertion, Attestation } from '#contract/members/passkeys.ts'
import { ApiError } from '#web/lib/call-api.ts'

/** Has the device make a key. @param options of the server @throws ApiError with a sentence if it does not */
export async function createPasskey(options: object): Promise<Attestation> {
  const optionsJSON = options as browser.PublicKeyCredentialCreationOptionsJSON
  const { id, rawId, type, response } = await ask<browser.RegistrationResponseJSON>(() =>
    browser.startRegistration({ optionsJSON }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
}

/** Has the device sign a challenge. @param options of the server @throws ApiError with a sentence if it does not */
export async function signWithPasskey(options: object): Promise<Assertion> {
  const optionsJSON = options as browser.PublicKeyCredentialRequestOptionsJSON
  const { id, rawId, type, response } = await ask<browser.AuthenticationResponseJSON>(() =>
    browser.startAuthentication({ optionsJSON }),
  )
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const named = userHandle === undefined ? {} : { userHandle }
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, ...named } }
}

const SENTENCES: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was used: the dialog was closed, or this device has none for this store.',
  NotSupportedError: 'This device cannot make a passkey. Try another one.',
  SecurityError: 'Passkeys do not work at this address. Open the store at its usual address and try again.',
}

async function ask<Result>(open: () => Promise<Result>): Promise<Result> {
  if (!browser.browserSupportsWebAuthn()) throw failure('This browser does not support passkeys. Try another one.')
  try {
    return await open()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw failure(SENTENCES[name] ?? 'The passkey did not work. Try again, or log in another way.')
  }
}

const failure = (message: string) => new ApiError(0, 'no passkey', { code: 'passkey_refused', message })
