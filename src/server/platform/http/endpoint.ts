/**
 * Binds the contract's endpoints to functions and registers them with Fastify: validation before any code of ours runs,
 * the access check, the reply through its schema (which drops what the contract does not name).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { RequestContext } from '../context.ts'
import { Refusal } from '../refusal.ts'

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** A reply that already is JSON, checked against its schema when it was made; for the few reads that are kept ready. */
export class ReadyJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
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

/** @throws Refusal `unauthenticated` for visitors, `forbidden` for members whose role does not suffice */
function checkAccess(endpoint: Endpoint, ctx: RequestContext): void {
  if (endpoint.access === 'anyone' || endpoint.access === 'provider') return
  if (ctx.actor.kind !== 'member') throw new Refusal('unauthenticated')
  if (endpoint.access === 'admin' && ctx.actor.role !== 'admin') throw new Refusal('forbidden')
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
      preParsing: async (request) => checkAccess(endpoint, contextOf(request)),
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body } as Input<Endpoint>
        const answer = await handle(contextOf(request), input)
        if (endpoint.method === 'GET' && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
        if (answer instanceof ReadyJson) {
          // A string skips the schema serializer, which expects the object.
          return reply.type('application/json; charset=utf-8').serializer(String).send(answer.text)
        }
        return answer
      },
    })
  }
}
