/** Passkeys: keys on a member's devices that sign them in without a password. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, PlainText } from '#contract/values.ts'
import { CurrentUser } from './auth.ts'

export const PASSKEYS_MAX = 20

const PasskeyId = matching(/^psk_[0-9a-z]{10,40}$/)
const Message = z.object({ message: z.string() })

/** What the browser passes to `navigator.credentials`, as the WebAuthn standard writes it in JSON. */
const CeremonyOptions = z.looseObject({ challenge: z.string() })

const Encoded = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/))
const CREDENTIAL = {
  id: Encoded(1_400),
  rawId: Encoded(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
}

const Assertion = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: Encoded(4_000),
    authenticatorData: Encoded(4_000),
    signature: Encoded(8_000),
    userHandle: z.optional(Encoded(100)),
  }),
})
export type Assertion = z.infer<typeof Assertion>
const Attestation = z.object({
  ...CREDENTIAL,
  response: z.object({
    clientDataJSON: Encoded(4_000),
    attestationObject: Encoded(40_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20), z.regex(/^[a-z-]+$/))).check(z.maxLength(10))),
  }),
})
export type Attestation = z.infer<typeof Attestation>

export const Passkey = z.object({
  id: PasskeyId,
  name: z.string(),
  createdAt: Instant,
  lastUsedAt: z.nullable(Instant),
  /** Whether the device's maker keeps a copy, so that the member's other devices have it too. */
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const listPasskeys = defineEndpoint('session', 'GET', '/api/profile/passkeys', {
  summary: 'The member’s own passkeys, oldest first.',
  reply: z.array(Passkey),
})

export const beginPasskey = defineEndpoint('session', 'POST', '/api/profile/passkeys/options', {
  summary: 'Starts adding a passkey: what the browser needs to make one, good for 5 minutes.',
  reply: CeremonyOptions,
  refusals: ['proof_needed', 'passkeys_full'],
})

export const addPasskey = defineEndpoint('session', 'POST', '/api/profile/passkeys', {
  summary: 'Adds the passkey that the browser made; the member is told by mail.',
  body: z.object({ name: PlainText(40).check(z.trim(), z.minLength(1)), credential: Attestation }),
  reply: Passkey,
  refusals: ['passkey_refused', 'passkey_exists', 'passkeys_full'],
})

export const removePasskey = defineEndpoint('session', 'DELETE', '/api/profile/passkeys/:passkeyId', {
  summary: 'Removes one of the member’s passkeys; the member is told by mail.',
  params: z.object({ passkeyId: PasskeyId }),
  reply: Message,
  refusals: ['proof_needed', 'not_found'],
})

export const beginPasskeyLogIn = defineEndpoint('anyone', 'POST', '/api/login/passkey/options', {
  summary: 'Starts logging in with a passkey: a challenge for this browser, good once and for 5 minutes.',
  reply: CeremonyOptions,
  refusals: ['login_throttled'],
})

export const logInWithPasskey = defineEndpoint('anyone', 'POST', '/api/login/passkey', {
  summary: 'Starts a session by a passkey, which stands for password and second factor.',
  body: z.object({ credential: Assertion }),
  reply: CurrentUser,
  refusals: ['passkey_unknown', 'passkey_refused', 'passkey_copied', 'login_throttled'],
})

export const beginPasskeyProof = defineEndpoint('session', 'POST', '/api/profile/proof/passkey/options', {
  summary: 'Starts a proof of identity by one of the member’s own passkeys.',
  reply: CeremonyOptions,
})

export const proveWithPasskey = defineEndpoint('session', 'POST', '/api/profile/proof/passkey', {
  summary: 'Like `proveIdentity`, by one of the member’s own passkeys instead of password and code.',
  body: z.object({ credential: Assertion }),
  reply: z.object({ until: Instant }),
  refusals: ['passkey_unknown', 'passkey_refused', 'passkey_copied', 'login_throttled'],
})
