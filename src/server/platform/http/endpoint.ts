/**
 * Binds the contract's endpoints to functions and registers them with Fastify: validation before any of our code runs,
 * the access check, and the reply through its schema, which drops what the contract does not name.
 */

import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import { named } from '#contract/all-endpoints.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, Schema } from '#contract/endpoint.ts'
import type { Actor, RequestContext } from '#server/platform/context.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { cachedJsonHandlers, type IsByMember, type MakeCachedJson, type ReadyJson } from './cached-json.ts'
import { compressReplies } from './compress-replies.ts'
import type { LiveSource } from './event-stream.ts'
import { takePlace } from './uploads.ts'

/* The pattern of the route that answers a request, for metrics and logs: `/api/counties/:state`, never the URL itself. */

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by routes that know it; see `patternOf`. */
    pattern: string | null
  }
}

/** Makes room for the pattern; call it before routes are added. */
export function keepRoutePatterns(app: FastifyInstance): void {
  app.decorateRequest('pattern', null)
}

/**
 * Returns the pattern; null if no route answers. Fastify's own getter collects a dozen fields each time, a sixth of the
 * time of a county page.
 */
export function patternOf(request: FastifyRequest): string | null {
  return request.pattern ?? request.routeOptions.url ?? null
}

/*
 * Makes bodies refuse unknown fields. A misspelled `amountt` must not become "no amount", which a refund takes for all
 * of the money.
 */

/** What a call without a body may be sent: nothing, `null` or `{}`, as some clients do. */
const NO_BODY: Schema = z.nullish(z.strictObject({}))

const cloneWith = (schema: core.$ZodType, changes: object): core.$ZodType =>
  z.clone(schema, { ...schema._zod.def, ...changes } as core.$ZodTypeDef)

function strictPart(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, strictPart(part)]))
      // A loose object says in the contract why it is loose.
      return cloneWith(schema, { shape, catchall: def.catchall ?? z.never() })
    }
    case 'array':
      return cloneWith(schema, { element: strictPart(def.element) })
    case 'record':
      return cloneWith(schema, { valueType: strictPart(def.valueType) })
    case 'union':
      return cloneWith(schema, { options: def.options.map(strictPart) })
    case 'optional':
    case 'nullable':
    case 'default':
      return cloneWith(schema, { innerType: strictPart(def.innerType) })
    default:
      // Another kind of schema with nested parts would silently stay loose.
      invariant(
        !['innerType', 'in', 'left', 'items', 'getter'].some((part) => part in def),
        `a body has a "${def.type}"; say here how to make its parts strict`,
      )
      return schema
  }
}

/** Returns the same schema, but one that refuses unknown keys at every depth, except in objects that are loose on purpose. */
const strictBody = (schema: Schema): Schema => strictPart(schema) as Schema

/** At most this many names, and letters of each, go back to a caller. */
const NAMES_MAX = 5
const NAME_LENGTH_MAX = 60

interface Problem {
  instancePath: string
  keyword: string
  params: unknown
}

/** Returns a sentence that names the unknown fields of a refused body, such as `contactInfo.nick`; undefined if it has none. */
export function unknownFieldsMessage(error: { validation?: unknown }): string | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined
  const names = error.validation.flatMap(({ keyword, instancePath, params }: Problem) => {
    if (keyword !== 'unrecognized_keys') return []
    const path = instancePath.split('/').filter(Boolean)
    return (params as core.$ZodIssueUnrecognizedKeys).keys.map((key) => [...path, key].join('.'))
  })
  if (names.length === 0) return undefined
  const shown = names.slice(0, NAMES_MAX).map((name) => `“${name.slice(0, NAME_LENGTH_MAX)}”`)
  const rest = names.length > shown.length ? `, and ${names.length - shown.length} more` : ''
  return `This call has no field ${shown.join(', ')}${rest}. Nothing was changed.`
}

interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  /** A file is read as it comes; its reader must limit its size. */
  body: E extends { readonly upload: string } ? Readable : BodyOf<E>
}

export interface BoundEndpoint<Context> {
  readonly endpoint: Endpoint
  /** Replies with `ReadyJson` only, which is compressed already. */
  readonly isCached: boolean
  handle(ctx: Context, input: Input<Endpoint>): unknown
}

/** Binds an endpoint to the function that answers it: one line of a `routes.ts`. */
export function bind<Context, E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<ReplyOf<E>> | ReplyOf<E>,
): BoundEndpoint<Context> {
  return { endpoint, isCached: false, handle: handle as BoundEndpoint<Context>['handle'] }
}

/** Like `bind`, for a read whose replies are cached. */
export function bindCached<Context, E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<ReadyJson>,
): BoundEndpoint<Context> {
  return { endpoint, isCached: true, handle: handle as BoundEndpoint<Context>['handle'] }
}

/** Like `bind`, for a stream of server-sent events: the function says what to watch. */
export function bindStream<Context, E extends Endpoint & { readonly stream: string }>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<LiveSource>,
): BoundEndpoint<Context> {
  return { endpoint, isCached: false, handle: handle as BoundEndpoint<Context>['handle'] }
}

/** One page of a list: its rows, and where the next page starts; null at the end of the list. */
export interface Page<Row> {
  rows: readonly Row[]
  next: string | null
}

/** Like `bind`, for one page of a longer list. */
export function bindPage<Context, E extends Endpoint & { readonly isPaged: true }>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<Page<ReplyOf<E> extends readonly (infer Row)[] ? Row : never>>,
): BoundEndpoint<Context> {
  return { endpoint, isCached: false, handle: handle as BoundEndpoint<Context>['handle'] }
}

/** A reply that is a file. */
export interface FileReply {
  /** The name it is saved under: only letters, digits, `-` and `.`. */
  name: string
  /** All of it, or part by part as it is made. Then memory does not grow with the file, and an error cuts it off. */
  bytes: Uint8Array | AsyncIterable<string>
  /** To be saved rather than shown by the browser. */
  isDownload?: boolean
  /** Written by someone else: saved, never shown, and without any rights if a browser shows it all the same. */
  isUntrusted?: boolean
  /** The same for everyone who asks, so browsers and proxies may keep it for an hour. */
  isSameForAll?: boolean
}

/** Like `bind`, for a file. */
export function bindFile<Context, E extends Endpoint & { readonly file: string }>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<FileReply>,
): BoundEndpoint<Context> {
  return { endpoint, isCached: false, handle: handle as BoundEndpoint<Context>['handle'] }
}

/** Sends what a handler returned, in the form that its endpoint promises. */
function send(endpoint: Endpoint, reply: FastifyReply, found: unknown): unknown {
  const isKeepable = endpoint.method === 'GET' || endpoint.file !== undefined
  if (isKeepable && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  if (endpoint.file) {
    const { name, bytes, isDownload, isUntrusted, isSameForAll } = found as FileReply
    if (isSameForAll) reply.header('cache-control', 'public, max-age=3600')
    if (isUntrusted) reply.header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    const place = isDownload || isUntrusted ? 'attachment' : 'inline'
    reply.header('content-disposition', `${place}; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    return reply
      .type(endpoint.file)
      .send(bytes instanceof Uint8Array ? Buffer.from(bytes) : Readable.from(bytes, { objectMode: false }))
  }
  if (!endpoint.isPaged) return found
  const { rows, next } = found as Page<unknown>
  if (next) reply.header('x-next-cursor', next)
  return rows
}

const isOpen = ({ access }: Endpoint): boolean => access === 'anyone' || access === 'provider'

/**
 * @throws Refusal `unauthenticated` for visitors, `forbidden` for members whose role does not suffice,
 * `second_factor_demanded` for administrators whose role needs one
 */
function checkAccess(endpoint: Endpoint, ctx: RequestContext, onForbidden: OnForbidden): void {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  if (endpoint.access !== 'admin' || ctx.actor.role === 'admin') return
  onForbidden(ctx, endpoint)
  throw new Refusal(ctx.actor.lacksSecondFactor ? 'second_factor_demanded' : 'forbidden')
}

/** Called for each call that a member may not make; the reply waits for it. */
export type OnForbidden = (ctx: RequestContext, endpoint: Endpoint) => void

/** Whether a request would still be let in as the member that it was let in as. Must not prolong their session. */
type IsStillIn = (request: FastifyRequest, member: Member) => Promise<boolean>

type Member = Extract<Actor, { kind: 'member' }>

interface Door {
  onForbidden: OnForbidden
  isStillIn: IsStillIn
}

const NO_DOOR: Door = { onForbidden: () => undefined, isStillIn: async () => false }

function addRoute<Context extends RequestContext>(
  scope: FastifyInstance,
  { endpoint, isCached, handle }: BoundEndpoint<Context>,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context,
  { onForbidden, isStillIn }: Door,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    request.pattern = endpoint.path
    const input = { params: request.params, query: request.query, body: request.body } as Input<Endpoint>
    return handle(contextOf(request, reply), input)
  }
  const isByMember: IsByMember = (request, reply) => contextOf(request, reply).actor.kind === 'member'
  scope.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      operationId: named(endpoint).name,
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.method === 'GET' || endpoint.upload
        ? {}
        : { body: endpoint.body ? strictBody(endpoint.body) : NO_BODY }),
      ...(endpoint.upload ? { consumes: [endpoint.upload] } : {}),
      ...(endpoint.stream ? { produces: ['text/event-stream'] } : {}),
      ...(endpoint.file ? { produces: [endpoint.file] } : {}),
      ...(endpoint.reply ? { response: { 200: endpoint.reply } } : {}),
    },
    config: { endpoint, ...(endpoint.key ? { key: endpoint.key } : {}) },
    // A HEAD request for a stream wants no stream.
    exposeHeadRoute: endpoint.stream === undefined,
    ...(isOpen(endpoint)
      ? {}
      : { preParsing: async (request, reply) => checkAccess(endpoint, contextOf(request, reply), onForbidden) }),
    handler: async (request, reply) => {
      // A slow upload must not keep its network's other changes waiting; it has limits of its own.
      const isInTurn = endpoint.method !== 'GET' && endpoint.upload === undefined
      const leave = endpoint.upload === undefined ? null : takePlace(scope.fileFlights, request, reply)
      const work = () => answer(request, reply).finally(leave)
      const found = await (isInTurn && scope.inTurn ? scope.inTurn(request, reply, work) : work())
      if (endpoint.stream) {
        const { actor } = contextOf(request, reply)
        const guard =
          isOpen(endpoint) || actor.kind !== 'member'
            ? undefined
            : { userId: actor.userId, isOpen: () => isStillIn(request, actor) }
        return scope.eventStreams.open(request, reply, endpoint.stream, found as LiveSource, guard)
      }
      return send(endpoint, reply, found)
    },
    ...(isCached ? cachedJsonHandlers(endpoint.path, answer as MakeCachedJson, isByMember) : {}),
  })
}

/** Passes on bodies of one media type as they come, and refuses all others, in a separate scope. */
function takeFiles(scope: FastifyInstance, mediaType: string | undefined): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, payload, done) => {
    const [type = ''] = (request.headers['content-type'] ?? '').split(';')
    if (type.trim().toLowerCase() === mediaType) return done(null, payload)
    done(new Refusal('unsupported_media_type.file', { values: { mediaType: mediaType ?? 'a file' } }))
  })
}

/**
 * Registers endpoints. Access is checked before the body is validated, so that a visitor learns nothing about an
 * administrator's call from its validation errors.
 */
export async function registerEndpoints<Context extends RequestContext>(
  app: FastifyInstance,
  endpoints: readonly BoundEndpoint<Context>[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context,
  door: Door = NO_DOOR,
): Promise<void> {
  // Replies to changes are too small to compress, ready replies are compressed already, and a stream must not wait for
  // the compressor's next block.
  const isCompressed = ({ endpoint, isCached }: BoundEndpoint<Context>) =>
    endpoint.method === 'GET' && !isCached && endpoint.stream === undefined
  const isUpload = ({ endpoint }: BoundEndpoint<Context>) => endpoint.upload !== undefined
  for (const bound of endpoints) if (!isCompressed(bound) && !isUpload(bound)) addRoute(app, bound, contextOf, door)
  for (const bound of endpoints.filter(isUpload)) {
    await app.register(async (scope) => {
      takeFiles(scope, bound.endpoint.upload)
      addRoute(scope, bound, contextOf, door)
    })
  }
  await app.register(async (scope) => {
    await compressReplies(scope)
    for (const bound of endpoints) if (isCompressed(bound)) addRoute(scope, bound, contextOf, door)
  })
}
