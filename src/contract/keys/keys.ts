/**
 * API keys: a program of a buyer or a member calls the store with one, as `Authorization: Bearer ly_live_…`. Each
 * endpoint says whether it accepts a key, and with which scope (`Endpoint.key`). Keys cannot manage keys.
 */
import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { Instant, PlainText, Role, UserId } from '#contract/values.ts'
import { BUYER_SCOPES, MEMBER_SCOPES } from './key-scopes.ts'

/** Keys that one buyer or member has at a time. */
export const KEYS_MAX = 20
export const KEY_NAME_MAX = 40
/** A key that was not used for this long ends by itself. */
export const KEY_UNUSED_DAYS = 365

/** An id of `api_keys`. It is also part of the key itself, where anyone may read it. */
export const ApiKeyId = z
  .string()
  .check(z.regex(/^key_[0-9a-z]{22}$/))
  .brand<'ApiKeyId'>()

const Scope = z.enum([...BUYER_SCOPES, ...MEMBER_SCOPES])

export const ApiKey = z.object({
  id: ApiKeyId,
  name: z.string(),
  scopes: z.array(Scope),
  /** The beginning of the key, enough to recognize it: `ly_live_` and its id. */
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

export const getApiKey = defineEndpoint({
  name: 'getApiKey',
  method: 'GET',
  path: '/api/key',
  access: 'anyone',
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

export const listDeskKeys = defineEndpoint({
  name: 'listDeskKeys',
  method: 'GET',
  path: '/api/desk/keys',
  access: 'anyone',
  summary: 'The API keys of the address whose desk is open, oldest first.',
  reply: z.object({ keys: z.array(ApiKey) }),
  refusals: ['desk_closed'],
})

export const makeDeskKey = defineEndpoint({
  name: 'makeDeskKey',
  method: 'POST',
  path: '/api/desk/keys',
  access: 'anyone',
  summary: 'Makes an API key that acts as the address whose desk is open. It is shown only in this reply.',
  body: z.object({
    name: Name,
    scopes: z.array(z.enum(BUYER_SCOPES)).check(z.minLength(1), z.maxLength(BUYER_SCOPES.length)),
  }),
  reply: MadeKey,
  refusals: ['desk_closed', 'too_many_keys'],
})

export const endDeskKey = defineEndpoint({
  name: 'endDeskKey',
  method: 'DELETE',
  path: '/api/desk/keys/:keyId',
  access: 'anyone',
  summary: 'Ends an API key of the address whose desk is open. Ending it again changes nothing.',
  params,
  reply: Message,
  refusals: ['desk_closed'],
})

export const listOwnKeys = defineEndpoint({
  name: 'listOwnKeys',
  method: 'GET',
  path: '/api/profile/keys',
  access: 'session',
  summary: 'The member’s own API keys, oldest first.',
  reply: z.array(ApiKey),
  refusals: ['unauthenticated'],
})

export const makeOwnKey = defineEndpoint({
  name: 'makeOwnKey',
  method: 'POST',
  path: '/api/profile/keys',
  access: 'session',
  summary: 'Makes an API key that acts as the member. It is shown only in this reply. Written to the audit log.',
  body: z.object({
    name: Name,
    scopes: z.array(z.enum(MEMBER_SCOPES)).check(z.minLength(1), z.maxLength(MEMBER_SCOPES.length)),
  }),
  reply: MadeKey,
  refusals: ['unauthenticated', 'proof_needed', 'too_many_keys'],
})

export const endOwnKey = defineEndpoint({
  name: 'endOwnKey',
  method: 'DELETE',
  path: '/api/profile/keys/:keyId',
  access: 'session',
  summary: 'Ends one of the member’s own API keys. Ending it again changes nothing. Written to the audit log.',
  params,
  reply: Message,
  refusals: ['unauthenticated'],
})
