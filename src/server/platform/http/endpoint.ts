/** Registers the contract's endpoints: validation, the access check, and replies with what the contract names. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type * as core from 'zod/v4/core'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf, Schema } from '#contract/endpoint.ts'
import type { Actor, RequestContext } from '#server/platform/context.ts'
import { invariant, Refusal } from '#server/platform/errors.ts'
import { cachedJsonHandlers, type IsByMember, type MakeCachedJson, type ReadyJson } from './cached-json.ts'
import { compressReplies } from './compress-replies.ts'
import type { LiveSource } from './event-stream.ts'
import { takePlace } from './uploads.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers. Absent: it is not a call of the product. */
    endpoint?: Endpoint
  }
  interface FastifyRequest {
    /** The pattern of the route, for metrics and logs: `/api/counties/:state`. Set by routes that know it. */
    pattern: string | null
  }
}

/** Makes room for the pattern; call it before routes are added. */
export const keepRoutePatterns = (app: FastifyInstance) => app.decorateRequest('pattern', null)

/** Null if no route answers. Fastify's own getter collects a dozen fields, a sixth of the time of a county page. */
export const patternOf = (request: FastifyRequest): string | null => request.pattern ?? request.routeOptions.url ?? null

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

/** Refuses unknown fields at every depth: a misspelled `amountt` must not become "no amount", which refunds everything. */
const strictBody = (schema: Schema): Schema => strictPart(schema) as Schema
const NAMES_MAX = 5
const NAME_LENGTH_MAX = 60

/** A sentence that names the unknown fields of a refused body, such as `contactInfo.nick`; undefined if it has none. */
export function unknownFieldsMessage(problems: readonly core.$ZodIssue[]): string | undefined {
  const names = problems.flatMap((problem) =>
    problem.code === 'unrecognized_keys' ? problem.keys.map((key) => [...problem.path, key].join('.')) : [],
  )
  if (names.length === 0) return undefined
  const shown = names.slice(0, NAMES_MAX).map((name) => `“${name.slice(0, NAME_LENGTH_MAX)}”`)
  const rest = names.length > shown.length ? `, and ${names.length - shown.length} more` : ''
  return `This call has no field ${shown.join(', ')}${rest}. Nothing was changed.`
}

interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E extends { readonly upload: string } ? Readable : BodyOf<E>
}

export interface BoundEndpoint<Context> {
  readonly endpoint: Endpoint
  readonly isCached: boolean
  handle(ctx: Context, input: Input<Endpoint>): unknown
}

type Handler<Context, E extends Endpoint, Reply> = (ctx: Context, input: Input<E>) => Promise<Reply> | Reply

const bound = <Context, E extends Endpoint>(
  endpoint: E,
  handle: Handler<Context, E, unknown>,
  isCached = false,
): BoundEndpoint<Context> => ({ endpoint, isCached, handle: handle as BoundEndpoint<Context>['handle'] })

/** Binds an endpoint to the function that answers it: one line of a `routes.ts`. */
export const bind = <Context, E extends Endpoint>(endpoint: E, handle: Handler<Context, E, ReplyOf<E>>) =>
  bound(endpoint, handle)

export const bindCached = <Context, E extends Endpoint>(endpoint: E, handle: Handler<Context, E, ReadyJson>) =>
  bound(endpoint, handle, true)

type StreamEndpoint = Endpoint & { readonly stream: string }

export const bindStream = <Context, E extends StreamEndpoint>(endpoint: E, handle: Handler<Context, E, LiveSource>) =>
  bound(endpoint, handle)

export interface Page<Row> {
  rows: readonly Row[]
  next: string | null
}

type RowOf<E extends Endpoint> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never

export const bindPage = <Context, E extends Endpoint & { readonly isPaged: true }>(
  endpoint: E,
  handle: Handler<Context, E, Page<RowOf<E>>>,
) => bound(endpoint, handle)

export interface FileReply {
  /** Only letters, digits, `-` and `.`. */
  name: string
  /** In parts, memory does not grow with the file, and an error cuts it off. */
  bytes: Uint8Array | AsyncIterable<string>
  isDownload?: boolean
  /** Written by someone else: saved, never shown, and without any rights if a browser shows it all the same. */
  isUntrusted?: boolean
  /** The same for everyone who asks, so browsers and proxies may keep it for an hour. */
  isSameForAll?: boolean
}

type FileEndpoint = Endpoint & { readonly file: string }

export const bindFile = <Context, E extends FileEndpoint>(endpoint: E, handle: Handler<Context, E, FileReply>) =>
  bound(endpoint, handle)

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

/** @throws Refusal `unauthenticated`, `forbidden`, or `second_factor_demanded` for administrators who need one */
function checkAccess(endpoint: Endpoint, ctx: RequestContext, onForbidden: OnForbidden): void {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  if (endpoint.access !== 'admin' || ctx.actor.role === 'admin') return
  onForbidden(ctx, endpoint)
  throw new Refusal(ctx.actor.lacksSecondFactor ? 'second_factor_demanded' : 'forbidden')
}

/** Called for each call that a member may not make; the reply waits for it. */
export type OnForbidden = (ctx: RequestContext, endpoint: Endpoint) => void

interface Door {
  onForbidden: OnForbidden
  /** Whether a request would still be let in as that member. Must not prolong their session. */
  isStillIn(request: FastifyRequest, member: Extract<Actor, { kind: 'member' }>): Promise<boolean>
}

const NO_DOOR: Door = { onForbidden: () => undefined, isStillIn: async () => false }

/** `Idempotency-Key`, the usual name, says a body's `attemptId`. */
async function takeAttempt({ headers, body }: FastifyRequest): Promise<void> {
  const attemptId = headers['idempotency-key']
  if (attemptId === undefined || typeof body !== 'object' || body === null || 'attemptId' in body) return
  Object.assign(body, { attemptId })
}

function hasAttempt({ body }: Endpoint): boolean {
  const def = (body as core.$ZodTypes | undefined)?._zod.def
  return def?.type === 'object' && 'attemptId' in def.shape
}

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
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.method === 'GET' || endpoint.upload
        ? {}
        : { body: endpoint.body ? strictBody(endpoint.body) : NO_BODY }),
      ...(endpoint.reply ? { response: { 200: endpoint.reply } } : {}),
    },
    config: { endpoint, ...(endpoint.key ? { key: endpoint.key } : {}) },
    // A HEAD request for a stream wants no stream.
    exposeHeadRoute: endpoint.stream === undefined,
    ...(isOpen(endpoint)
      ? {}
      : { preParsing: async (request, reply) => checkAccess(endpoint, contextOf(request, reply), onForbidden) }),
    ...(hasAttempt(endpoint) ? { preValidation: takeAttempt } : {}),
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

/** Passes on bodies of one media type as they come. In a separate scope, because it refuses all others. */
function takeFiles(scope: FastifyInstance, mediaType: string | undefined): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', (request, payload, done) => {
    const [type = ''] = (request.headers['content-type'] ?? '').split(';')
    if (type.trim().toLowerCase() === mediaType) return done(null, payload)
    done(new Refusal('unsupported_media_type.file', { values: { mediaType: mediaType ?? 'a file' } }))
  })
}

/** Access is checked before the body is validated, so that validation errors tell a visitor nothing about a call. */
export async function registerEndpoints<Context extends RequestContext>(
  app: FastifyInstance,
  endpoints: readonly BoundEndpoint<Context>[],
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Context,
  door: Door = NO_DOOR,
): Promise<void> {
  // Changes are too small to compress, ready replies are compressed, and a stream must not wait for the next block.
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
