/** Describes the endpoints as an OpenAPI document, made from the contract's own schemas. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { CALL_GROUPS } from '#contract/keys/call-groups.ts'
import type { Actor } from '../context.ts'
import { describeOperation, withReplies } from './describe-operation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers. Absent: it is not a call of the product. */
    endpoint?: Endpoint
  }
}

export interface ApiDescription {
  title: string
  /** Markdown. */
  introduction: string
  /** Where the store is, such as `https://leads.example.com`. */
  url: string
}

/** Returns what is described to whom: strangers do not see what is behind the login. */
function accessesFor(actor: Actor): readonly Access[] {
  if (actor.kind !== 'member') return ['anyone']
  return actor.role === 'admin' ? ['anyone', 'session', 'admin', 'provider'] : ['anyone', 'session']
}

const isVisible = ({ access, isForTeam }: Endpoint, actor: Actor): boolean =>
  accessesFor(actor).includes(isForTeam ? 'session' : access)

/** Whether a key of this caller may make a call. Strangers are treated as buyers. */
export const acceptsKeyOf = (endpoint: Endpoint, actor: Actor): boolean =>
  endpoint.key !== undefined &&
  isVisible(endpoint, actor) &&
  (actor.kind === 'member' || (endpoint.key !== 'read' && endpoint.key !== 'write'))

/** Makes the document for a caller, of those endpoints that they may see and that `isWanted` picks. */
export type DescribeApi = (actor: Actor, isWanted?: (endpoint: Endpoint) => boolean) => object

/**
 * Collects the endpoints registered after it and serves their description at `/api/openapi.json`: buyers' calls to
 * strangers, members' calls to members as well, all calls to administrators.
 */
export async function describeApi(
  app: FastifyInstance,
  descriptionOf: () => ApiDescription,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => { readonly actor: Actor },
): Promise<DescribeApi> {
  const endpoints = new Map<string, Endpoint>()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: descriptionOf().title, version: '1' } },
    transform: (document) => {
      const { endpoint } = document.route.config ?? {}
      // Files and the sandbox are not calls of the product.
      if (!endpoint) return { schema: { hide: true }, url: document.url }
      endpoints.set(endpoint.name, endpoint)
      // A call without a body is not described as one that takes an empty object.
      const { body: _, ...withoutBody } = document.schema ?? {}
      const { schema, url } = jsonSchemaTransform(endpoint.body ? document : { ...document, schema: withoutBody })
      return { schema: withReplies(endpoint, schema), url }
    },
  })
  const describe: DescribeApi = (actor, isWanted = () => true) => {
    // Made once; only what is added here may change while the server runs.
    const { info, ...document } = app.swagger()
    const { title, introduction, url } = descriptionOf()
    const paths: Record<string, Record<string, object>> = {}
    for (const [path, operations] of Object.entries(document.paths ?? {})) {
      for (const [method, operation] of Object.entries<{ operationId?: string }>(operations ?? {})) {
        const endpoint = endpoints.get(operation.operationId ?? '')
        if (!endpoint || !isVisible(endpoint, actor) || !isWanted(endpoint)) continue
        paths[path] = { ...paths[path], [method]: { ...operation, ...describeOperation(endpoint, url) } }
      }
    }
    const used = new Set(
      Object.values(paths)
        .flatMap((one) => Object.values<{ tags?: string[] }>(one))
        .flatMap(({ tags = [] }) => tags),
    )
    return {
      ...document,
      info: { ...info, title, description: introduction },
      servers: [{ url }],
      tags: Object.values(CALL_GROUPS).filter(({ name }) => used.has(name)),
      components: {
        securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, such as `ly_live_…`.' } },
      },
      paths,
    }
  }
  app.get('/api/openapi.json', { schema: { hide: true }, config: { key: 'any' } }, async (request, reply) =>
    reply.header('cache-control', 'no-store').send(describe(contextOf(request, reply).actor)),
  )
  return describe
}
