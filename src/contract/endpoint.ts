/** One call between browser and server, described once; both sides, the docs and the OpenAPI page read it. */
import type * as z from 'zod/mini'
import type { KeyScope } from './keys/key-scopes.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * Who may call: `anyone`; `session` = any signed-in member; `admin` = administrators only. `provider` is a call that
 * proves itself by a signature instead of a session.
 */
export type Access = 'anyone' | 'session' | 'admin' | 'provider'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Schema = z.ZodMiniType

export interface Endpoint {
  readonly name: string
  readonly method: Method
  /** With `:name` for each part that `params` describes. */
  readonly path: string
  readonly access: Access
  /** Open to anyone, but not meant for buyers: `/api/openapi.json` lists it only for members. */
  readonly isForTeam?: true
  /**
   * The scope that an API key needs to make this call; `any`: none in particular. Absent: no key may make it. `access`
   * is checked as well.
   */
  readonly key?: KeyScope | 'any'
  readonly summary: string
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** Set if the reply is a stream of server-sent events: the name of its events. `reply` is the data of each. */
  readonly stream?: string
  /**
   * Set if the reply is one page of a longer list: the header `X-Next-Cursor` has the start of the next page, to send
   * back as `cursor`. Without the header, the list is at its end.
   */
  readonly isPaged?: true
  /** Set if the body is a file instead of JSON: its media type. It is read as a stream; `body` is not used. */
  readonly upload?: string
  /** Set if the reply is a file instead of JSON: its media type. `reply` is not used then. */
  readonly file?: string
  readonly reply: Schema
  readonly refusals: readonly RefusalCode[]
}

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends Schema }
  ? z.output<S>
  : Record<never, never>
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.output<S> : undefined
export type BodyInputOf<E extends Endpoint> = E extends { body: infer S extends Schema } ? z.input<S> : undefined
export type ReplyOf<E extends Endpoint> = z.input<E['reply']>
export type ReplyOutputOf<E extends Endpoint> = z.output<E['reply']>

/** Keeps the literal types, so the browser gets a closed union of refusals and exact replies. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint
}
