/** Loads `@simplewebauthn/server` at the first passkey: it brings a hundred files, and most nodes need none. */
import type { Assertion, Attestation } from '#contract/members/passkeys.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { TICKET_MS } from './rules.ts'

/** The COSE numbers of Ed25519, ES256 and RS256. Every current device has one of them. */
const ALGORITHMS = [-8, -7, -257]
const load = () => import('@simplewebauthn/server')

/** Which site the keys belong to. Browsers and devices refuse to use them at any other. */
function siteOf(ctx: WebContext): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(ctx.publicUrl)
  return { rpID: hostname, origin }
}

interface KnownKey {
  credential_id: string
  transports: readonly string[]
}

const described = ({ credential_id, transports }: KnownKey) => ({ id: credential_id, transports: [...transports] })

/** What a browser needs to make a key for a member, unless one of `known` is on the device. */
export async function optionsToAdd(
  ctx: WebContext,
  member: { userId: string; email: string; username: string },
  known: readonly KnownKey[],
) {
  const { generateRegistrationOptions } = await load()
  return generateRegistrationOptions({
    rpName: ctx.config.brand.name,
    rpID: siteOf(ctx).rpID,
    userID: new TextEncoder().encode(member.userId),
    userName: member.email,
    userDisplayName: member.username,
    timeout: TICKET_MS,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** What a browser needs to sign with a key; without `known`, the person chooses one of theirs. */
export async function optionsToSign(ctx: WebContext, known: readonly KnownKey[]) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: siteOf(ctx).rpID,
    timeout: TICKET_MS,
    userVerification: 'required',
    allowCredentials: known.map(described),
  })
}

/** Checks a new key: made for this site and challenge, by a recognized person. @throws Refusal `passkey_refused` */
export async function checkNewKey(ctx: WebContext, challenge: string, credential: Attestation) {
  const { verifyRegistrationResponse } = await load()
  const { rpID, origin } = siteOf(ctx)
  const { id: keyId, rawId, type, response } = credential
  const { clientDataJSON, attestationObject, transports = [] } = response
  const { verified, registrationInfo } = await refuseErrors(ctx, () =>
    verifyRegistrationResponse({
      response: { id: keyId, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  )
  if (!verified || !registrationInfo) throw new Refusal('passkey_refused')
  const { id, publicKey, counter } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatures: counter,
    transports,
    isSynced: registrationInfo.credentialBackedUp,
  }
}

/** Checks a signature; the caller decides whether its number is new. @throws Refusal `passkey_refused` */
export async function checkSignature(
  ctx: WebContext,
  challenge: string,
  key: { credentialId: string; publicKey: string },
  credential: Assertion,
): Promise<{ signatures: number; isSynced: boolean }> {
  const { verifyAuthenticationResponse } = await load()
  const { rpID, origin } = siteOf(ctx)
  const { id, rawId, type, response } = credential
  const { clientDataJSON, authenticatorData, signature } = response
  const signed = { clientDataJSON, authenticatorData, signature }
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, 'base64url'))
  const { verified, authenticationInfo } = await refuseErrors(ctx, () =>
    verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id: key.credentialId, publicKey, counter: 0 },
      requireUserVerification: true,
    }),
  )
  if (!verified) throw new Refusal('passkey_refused')
  return { signatures: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
}

/** The library throws for anything that does not fit, with a message for developers. */
async function refuseErrors<Result>(ctx: WebContext, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    ctx.log.info({ reason: error instanceof Error ? error.name : 'unknown' }, 'a passkey was refused')
    throw new Refusal('passkey_refused')
  }
}
