import type { BodyOf } from '#contract/endpoint.ts'
import type * as endpoints from '#contract/members/passkeys.ts'
import { type Assertion, type Attestation, PASSKEYS_MAX, type Passkey } from '#contract/members/passkeys.ts'
import { type AccessEvent, writeAccess } from '#server/features/audit/record-access.ts'
import { writeAudit } from '#server/features/audit/write-audit.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { type RequestContext, requireMember } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { type RowOf, shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal, requireRow } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { oneLine } from '#server/platform/text/text.ts'
import type { Auth } from './create-auth.ts'
import { giveTicket, takeTicket } from './log-in.ts'
import { lockMember } from './mail-links.ts'
import { keepProof, proveSession, recordProof, requireProof } from './prove-identity.ts'
import { queueMemberMail } from './queue-member-mail.ts'
import { TICKET_MS } from './rules.ts'
import { readMember, readOwnMember, writeSessionCookies } from './sessions.ts'
import { beginAttempt, beginProof, countTicket, endAttempt, endProof, recordFailure } from './throttle.ts'

export const listStatement = statement('members.list_passkeys')`
  select passkey_id, name, is_synced, created_at, last_used_at, credential_id, transports from passkeys
  where user_id = $userId order by created_at, passkey_id`

/** Adds a passkey; no row if the store knows its key already. */
export const insertPasskey = statement('members.insert_passkey')`
  insert into passkeys (passkey_id, user_id, credential_id, public_key, signatures, transports, is_synced, name, created_at)
  values ($passkeyId, $userId, $credentialId, $publicKey, $signatures, $transports::text[], $isSynced, $name, $now)
  on conflict (credential_id) do nothing
  returning passkey_id, name, is_synced, created_at, last_used_at`

export const findPasskey = statement('members.find_passkey')`
  select p.passkey_id, p.user_id, p.credential_id, p.public_key from passkeys p join users u using (user_id)
  where p.credential_id = $credentialId and u.disabled_at is null`

type PasskeyKeyRow = RowOf<typeof findPasskey>

/** No row if the device's number is not above the last one: then another has the same key. Some always say 0. */
export const usePasskey = statement('members.use_passkey')`
  update passkeys set signatures = $signatures, is_synced = $isSynced, last_used_at = $now
  where passkey_id = $passkeyId and (signatures < $signatures or (signatures = 0 and $signatures = 0))
  returning passkey_id`

export const deletePasskey = statement('members.delete_passkey')`
  delete from passkeys where user_id = $userId and passkey_id = $passkeyId returning name`

export const deleteAllPasskeys = statement('members.delete_all_passkeys')`delete from passkeys where user_id = $userId`

/** Finds the passkey that a browser names. @throws Refusal `passkey_unknown`, also for a removed member's */
async function readPasskey(ctx: WebContext, credentialId: string): Promise<PasskeyKeyRow> {
  return requireRow(await ctx.database.run(findPasskey, { credentialId }), 'passkey_unknown')
}

/** Checks a signature under a challenge, and records its use. @throws Refusal `passkey_refused`, `passkey_copied` */
async function checkPasskey(ctx: WebContext, passkey: PasskeyKeyRow, challenge: string, credential: Assertion) {
  const { passkey_id: passkeyId, user_id: userId, credential_id: credentialId, public_key: publicKey } = passkey
  // The device says whose key it is. If that is someone else, the row and the device disagree.
  const { userHandle } = credential.response
  if (userHandle !== undefined && Buffer.from(userHandle, 'base64url').toString() !== userId)
    throw new Refusal('passkey_refused')
  const signed = await checkSignature(ctx, challenge, { credentialId, publicKey }, credential)
  requireRow(await ctx.database.run(usePasskey, { passkeyId, ...signed, now: ctx.clock.now() }), 'passkey_copied')
}

const LOG_IN_FAILURES = {
  passkey_unknown: 'passkey_failed',
  passkey_refused: 'passkey_failed',
  passkey_copied: 'passkey_copied',
  login_throttled: 'login_throttled',
} as const
const PROOF_FAILURES = { ...LOG_IN_FAILURES, login_throttled: 'proof_failed' } as const

/** Starts logging in; the person chooses one of the keys on the device. @throws Refusal `login_throttled` */
export async function beginPasskeyLogIn(ctx: WebContext) {
  await countTicket(ctx)
  const options = await optionsToSign(ctx, [])
  giveTicket(ctx, 'passkey_log_in', { challenge: options.challenge })
  return { ...options }
}

/** Stands for password, second factor and proof: the device recognized its person. @throws Refusal see the contract */
export async function logInWithPasskey(ctx: WebContext, auth: Auth, input: BodyOf<typeof endpoints.logInWithPasskey>) {
  const { credential } = input
  // Filled in as soon as it is known, for the log.
  let account: AccessEvent['account'] = null
  try {
    const attempt = await beginAttempt(ctx, `passkey ${credential.id}`)
    const ticket = await takeTicket(ctx, 'passkey_log_in')
    if (!ticket?.challenge) throw new Refusal('passkey_refused.late')
    const passkey = await readPasskey(ctx, credential.id)
    const { user_id: userId } = passkey
    account = { userId }
    await checkPasskey(ctx, passkey, ticket.challenge, credential)

    const start = { startedBy: 'passkey', isProven: true } as const
    const session = await auth.openSession(userId, ctx.headers['user-agent'], start)
    const member = session && (await readMember(ctx, userId, 'passkey'))
    // Removed just now.
    if (!member) throw new Refusal('passkey_unknown')
    await endAttempt(ctx, attempt, auth.readSession(ctx.headers)?.token ?? null)
    writeSessionCookies(ctx, auth, auth.cookieOf(session.token))
    await writeAccess(ctx, { action: 'logged_in', account: { userId }, facts: { with: 'passkey' } })
    return member
  } catch (error) {
    recordFailure(ctx, account, LOG_IN_FAILURES, error)
    throw error
  }
}

/** Starts a proof of identity by one of the member's own passkeys. */
export async function beginPasskeyProof(ctx: WebContext) {
  const { userId } = requireMember(ctx)
  const options = await optionsToSign(ctx, await ctx.database.run(listStatement, { userId }))
  giveTicket(ctx, 'passkey_proof', { challenge: options.challenge, userId })
  return { ...options }
}

/** Stands for password and code; from then on the session has two factors. @throws Refusal see the contract */
export async function proveWithPasskey(ctx: WebContext, auth: Auth, input: BodyOf<typeof endpoints.proveWithPasskey>) {
  const { credential } = input
  const { userId } = requireMember(ctx)
  try {
    const proof = await beginProof(ctx, userId)
    const ticket = await takeTicket(ctx, 'passkey_proof')
    if (!ticket?.challenge || ticket.userId !== userId) throw new Refusal('passkey_refused.late')
    const passkey = await readPasskey(ctx, credential.id)
    if (passkey.user_id !== userId) throw new Refusal('passkey_unknown')
    await checkPasskey(ctx, passkey, ticket.challenge, credential)
    await endProof(ctx, proof)
  } catch (error) {
    recordFailure(ctx, { userId }, PROOF_FAILURES, error)
    throw error
  }
  return proveSession(ctx, auth, userId, 'passkey')
}

const shown = (row: RowOf<typeof insertPasskey>): Passkey => ({
  id: row.passkey_id,
  ...shownOf(row, 'name', 'created_at', 'last_used_at', 'is_synced'),
})

/** Lists the member's passkeys, oldest first. */
export async function listPasskeys(ctx: RequestContext): Promise<Passkey[]> {
  const { userId } = requireMember(ctx)
  return (await ctx.database.run(listStatement, { userId })).map(shown)
}

/** Adding a passkey needs a proof first, as it logs in later. @throws Refusal `proof_needed`, `passkeys_full` */
export async function beginPasskey(ctx: WebContext, auth: Auth) {
  await requireProof(ctx, auth)
  const { userId } = requireMember(ctx)
  const { email, username } = await readOwnMember(ctx, userId)
  const present = await ctx.database.run(listStatement, { userId })
  if (present.length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
  const options = await optionsToAdd(ctx, { userId, email, username }, present)
  giveTicket(ctx, 'passkey_add', { challenge: options.challenge, userId })
  return { ...options }
}

/** The device recognized its person, so the session has two factors from now on. @throws Refusal see the contract */
export async function addPasskey(ctx: WebContext, auth: Auth, input: BodyOf<typeof endpoints.addPasskey>) {
  const { userId } = requireMember(ctx)
  const name = oneLine(input.name)
  if (!name) throw new Refusal('bad_request.name')
  const ticket = await takeTicket(ctx, 'passkey_add')
  if (!ticket?.challenge || ticket.userId !== userId) throw new Refusal('passkey_refused.late')
  const key = await checkNewKey(ctx, ticket.challenge, input.credential)
  const { row, proof } = await inTransaction(ctx, async (tx) => {
    const member = requireRow(await tx.run(lockMember, { userId }), 'unauthenticated')
    const proof = await recordProof(ctx, auth, tx, { userId, startedBy: 'passkey' })
    if ((await tx.run(listStatement, { userId })).length >= PASSKEYS_MAX) throw new Refusal('passkeys_full')
    const passkeyId = newId('psk', ctx.clock)
    const [row] = await tx.run(insertPasskey, { ...key, passkeyId, userId, name, now: ctx.clock.now() })
    if (!row) throw new Refusal('passkey_exists')
    await queueMemberMail(ctx, tx, { kind: 'passkey_added', userId, address: member.email })
    await writeAudit(ctx, tx, { action: 'passkey_added', subject: name, target: passkeyId })
    return { row, proof }
  })
  keepProof(ctx, auth, proof)
  return shown(row)
}

/** Removes a passkey, and emails the member; sessions that it started continue. @throws Refusal see the contract */
export async function removePasskey(ctx: RequestContext, auth: Auth, passkeyId: string): Promise<{ message: string }> {
  const { userId } = requireMember(ctx)
  await requireProof(ctx, auth)
  await inTransaction(ctx, async (tx) => {
    const member = requireRow(await tx.run(lockMember, { userId }), 'unauthenticated')
    const gone = requireRow(await tx.run(deletePasskey, { userId, passkeyId }), 'not_found')
    await queueMemberMail(ctx, tx, { kind: 'passkey_removed', userId, address: member.email })
    await writeAudit(ctx, tx, { action: 'passkey_removed', subject: gone.name, target: passkeyId })
  })
  return { message: 'The passkey no longer signs you in.' }
}

/** The COSE numbers of Ed25519, ES256 and RS256. Every current device has one of them. */
const ALGORITHMS = [-8, -7, -257]
/** At the first passkey: it brings a hundred files, and most nodes need none. */
const load = () => import('@simplewebauthn/server')

/** Which site the keys belong to. Browsers and devices refuse to use them at any other. */
function siteOf(ctx: WebContext): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(ctx.publicUrl)
  return { rpID: hostname, origin }
}

type KnownKey = { credential_id: string; transports: readonly string[] }

const described = ({ credential_id, transports }: KnownKey) => ({ id: credential_id, transports: [...transports] })

/** What a browser needs to make a key for a member, unless one of `known` is on the device. */
async function optionsToAdd(
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
async function optionsToSign(ctx: WebContext, known: readonly KnownKey[]) {
  const { generateAuthenticationOptions } = await load()
  return generateAuthenticationOptions({
    rpID: siteOf(ctx).rpID,
    timeout: TICKET_MS,
    userVerification: 'required',
    allowCredentials: known.map(described),
  })
}

/** Checks a new key: made for this site and challenge, by a recognized person. @throws Refusal `passkey_refused` */
async function checkNewKey(ctx: WebContext, challenge: string, credential: Attestation) {
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
async function checkSignature(
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
