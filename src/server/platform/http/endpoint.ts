/**
 * Binds the contract's endpoints to functions and registers them with Fastify: validation before any code of ours runs,
 * the access check, the reply through its schema (which drops what the contract does not name).
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { RequestContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/**
 * A reply that already is JSON, checked against its schema when it was made; for the few reads that are kept ready.
 * It is bytes, because a text would be encoded again for every reply, and compressed once for all who want it so.
 */
export class ReadyJson {
  readonly bytes: Buffer
  #compressed: Buffer | undefined

  constructor(text: string) {
    this.bytes = Buffer.from(text)
  }

  get compressed(): Buffer {
    this.#compressed ??= brotliCompressSync(this.bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
    return this.#compressed
  }
}

export interface BoundEndpoint<Context> {
  readonly endpoint: Endpoint
  handle(ctx: Context, input: Input<Endpoint>): unknown
}

/** One line of a `routes.ts`: this endpoint is answered by that function. */
export function bind<Context, E extends Endpoint>(
  endpoint: E,
  handle: (ctx: Context, input: Input<E>) => Promise<ReplyOf<E> | ReadyJson> | ReplyOf<E> | ReadyJson,
): BoundEndpoint<Context> {
  return { endpoint, handle: handle as BoundEndpoint<Context>['handle'] }
}

const isOpen = ({ access }: Endpoint): boolean => access === 'anyone' || access === 'provider'

/** @throws Refusal `unauthenticated` for visitors, `forbidden` for members whose role does not suffice */
function checkAccess(endpoint: Endpoint, ctx: RequestContext): void {
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  if (endpoint.access === 'admin' && ctx.actor.role !== 'admin') throw new Refusal('forbidden')
}

/**
 * Sends what is ready past the schema serializer, which expects the object, and past the hooks that would look at the
 * bytes again; together they cost more than everything else in such a reply.
 */
function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyJson): void {
  const isCompressed = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isCompressed ? answer.compressed : answer.bytes
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    vary: 'accept-encoding',
    ...(isCompressed ? { 'content-encoding': 'br' } : {}),
  })
  reply.raw.end(request.method === 'HEAD' ? undefined : body)
}

async function sendLater(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  promised: unknown,
): Promise<unknown> {
  const answer = await promised
  if (answer instanceof ReadyJson) {
    sendReady(request, reply, answer)
    return reply
  }
  if (endpoint.method === 'GET' && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  return answer
}

/**
 * Registers endpoints. Access is checked before the body is validated, so that a visitor learns nothing about an
 * administrator's call from its validation errors.
 */
export function registerEndpoints<Context extends RequestContext>(
  app: FastifyInstance,
  endpoints: readonly BoundEndpoint<Context>[],
  contextOf: (request: FastifyRequest) => Context,
): void {
  for (const { endpoint, handle } of endpoints) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: {
        summary: endpoint.summary,
        operationId: endpoint.name,
        ...(endpoint.params ? { params: endpoint.params } : {}),
        ...(endpoint.query ? { querystring: endpoint.query } : {}),
        ...(endpoint.body ? { body: endpoint.body } : {}),
        response: { 200: endpoint.reply },
      },
      ...(isOpen(endpoint) ? {} : { preParsing: async (request) => checkAccess(endpoint, contextOf(request)) }),
      // Replies to changes are too small to compress.
      ...(endpoint.method === 'GET' ? {} : { compress: false as const, decompress: false as const }),
      handler: (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body } as Input<Endpoint>
        const answer = handle(contextOf(request), input)
        if (!(answer instanceof ReadyJson)) return sendLater(endpoint, request, reply, answer)
        // What is ready goes out in the same turn: a promise for it would cost a tenth of the request.
        sendReady(request, reply, answer)
        return undefined
      },
    })
  }
}
