/** API keys, sent as `Authorization: Bearer ly_live_…`. They may call what `Endpoint.key` says, and not manage keys. */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, matching, PlainText, Role, UserId } from '#contract/values.ts'
import { BUYER_SCOPES, MEMBER_SCOPES } from './key-scopes.ts'

export const KEYS_MAX = 20
export const KEY_NAME_MAX = 40
export const KEY_UNUSED_DAYS = 365

/** An id of `api_keys`. It is also part of the key itself, where anyone may read it. */
export const ApiKeyId = matching(/^key_[0-9a-z]{22}$/).brand<'ApiKeyId'>()

const Scope = z.enum([...BUYER_SCOPES, ...MEMBER_SCOPES])

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  scopes: z.array(Scope),
  start: z.string(),
  createdAt: Instant,
  /** To within a minute; null if it was not used yet. */
  lastUsedAt: z.nullable(Instant),
})
export type ApiKey = z.infer<typeof ApiKey>

const MadeKey = z.object({
  key: ApiKey,
  /** The key in full. This reply is the only place that has it. */
  secret: z.string(),
})

const params = z.object({ keyId: ApiKeyId })
const Name = PlainText(KEY_NAME_MAX).check(z.minLength(1))
const Message = z.object({ message: z.string() })

export const getApiKey = defineEndpoint('anyone', 'GET', '/api/key', {
  key: 'any',
  summary: 'The API key of this call: its name and scopes, and whose it is. To check that a key works.',
  reply: z.object({
    key: ApiKey,
    owner: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('buyer'), email: z.string() }),
      z.object({ kind: z.literal('member'), userId: UserId, role: Role }),
    ]),
  }),
  refusals: ['key_invalid'],
})

export const listDeskKeys = defineEndpoint('anyone', 'GET', '/api/desk/keys', {
  summary: 'The API keys of the address whose desk is open, oldest first.',
  reply: z.object({ keys: z.array(ApiKey) }),
  refusals: ['desk_closed'],
})

export const makeDeskKey = defineEndpoint('anyone', 'POST', '/api/desk/keys', {
  summary: 'Makes an API key that acts as the address whose desk is open. It is shown only in this reply.',
  body: z.object({
    name: Name,
    scopes: z.array(z.enum(BUYER_SCOPES)).check(z.minLength(1), z.maxLength(BUYER_SCOPES.length)),
  }),
  reply: MadeKey,
  refusals: ['desk_closed', 'too_many_keys'],
})

export const endDeskKey = defineEndpoint('anyone', 'DELETE', '/api/desk/keys/:keyId', {
  summary: 'Ends an API key of the address whose desk is open. Ending it again changes nothing.',
  params,
  reply: Message,
  refusals: ['desk_closed'],
})

export const listOwnKeys = defineEndpoint('session', 'GET', '/api/profile/keys', {
  summary: 'The member’s own API keys, oldest first.',
  reply: z.array(ApiKey),
})

export const makeOwnKey = defineEndpoint('session', 'POST', '/api/profile/keys', {
  summary: 'Makes an API key that acts as the member. It is shown only in this reply. Written to the audit log.',
  body: z.object({
    name: Name,
    scopes: z.array(z.enum(MEMBER_SCOPES)).check(z.minLength(1), z.maxLength(MEMBER_SCOPES.length)),
  }),
  reply: MadeKey,
  refusals: ['proof_needed', 'too_many_keys'],
})

export const endOwnKey = defineEndpoint('session', 'DELETE', '/api/profile/keys/:keyId', {
  summary: 'Ends one of the member’s own API keys. Ending it again changes nothing. Written to the audit log.',
  params,
  reply: Message,
})
