/** One call between browser and server, described once; both sides, the docs and the OpenAPI page read it. */
import type * as z from 'zod/mini'
import type { KeyScope } from './keys/key-scopes.ts'
import type { RefusalCode } from './refusals.ts'

/** `session` is any logged-in member, `provider` a caller that proves itself by a signature. */
export type Access = 'anyone' | 'session' | 'admin' | 'provider'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Schema = z.ZodMiniType

/** A call, and what it may refuse. It goes by the name of its export, see `all-endpoints.ts`. */
export interface Endpoint extends Call {
  readonly access: Access
  readonly method: Method
  /** With `:name` for each part that `params` describes. */
  readonly path: string
  readonly refusals: readonly RefusalCode[]
}

interface Call {
  /** The scope that an API key needs besides `access`; `any`: none in particular. Absent: no key may make the call. */
  readonly key?: KeyScope | 'any'
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Set if the reply is a stream of server-sent events: the name of its events. `reply` is the data of each. */
  readonly stream?: string
  /** One page of a longer list: the header `X-Next-Cursor` is the next `cursor`, absent at the end of the list. */
  readonly isPaged?: true
  /** Set if the body is a file instead of JSON: its media type. It is read as a stream; `body` is not used. */
  readonly upload?: string
  /** Set if the reply is a file instead of JSON: its media type. There is no `reply` then. */
  readonly file?: string
  readonly reply?: Schema
  /** Besides those of the access check. */
  readonly refusals?: readonly RefusalCode[]
}

/** What the check of the access may refuse. */
const ACCESS_REFUSALS: Readonly<Record<Access, readonly RefusalCode[]>> = {
  anyone: [],
  provider: ['signature_invalid'],
  session: ['unauthenticated'],
  admin: ['unauthenticated', 'forbidden'],
}

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.output<S> : undefined
export type BodyInputOf<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.input<S> : undefined
export type ReplyOf<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.input<S> : undefined
export type ReplyOutputOf<E extends Endpoint> = E extends { reply: infer S extends Schema } ? z.output<S> : undefined

/** Describes a call. It keeps the literal types, so both sides get exact paths and replies. */
export function defineEndpoint<
  const A extends Access,
  const M extends Method,
  const P extends string,
  const C extends Call,
>(
  access: A,
  method: M,
  path: P,
  call: C,
): Omit<C, 'refusals'> & { access: A; method: M; path: P; refusals: readonly RefusalCode[] } {
  return { ...call, access, method, path, refusals: [...ACCESS_REFUSALS[access], ...(call.refusals ?? [])] }
}
