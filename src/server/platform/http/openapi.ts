import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Access } from '#contract/endpoint.ts'
import type { Actor } from '../context.ts'

/** Returns what is described to whom: strangers do not see what is behind the login. */
function accessesFor(actor: Actor): readonly Access[] {
  if (actor.kind !== 'member') return ['anyone']
  return actor.role === 'admin' ? ['anyone', 'session', 'admin', 'provider'] : ['anyone', 'session']
}

/**
 * Collects the endpoints registered after it and serves their description, made from the contract's own schemas:
 * buyers' calls to strangers, also their own to members, all of them to administrators.
 */
export async function serveOpenApi(
  app: FastifyInstance,
  titleOf: () => string,
  contextOf: (request: FastifyRequest, reply: FastifyReply) => { readonly actor: Actor },
): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: titleOf(), version: '1' } },
    transform: (document) => {
      // Files and the sandbox are not calls of the product: only endpoints of the contract have an operation id.
      const isEndpoint = document.schema !== undefined && 'operationId' in document.schema
      return isEndpoint ? withCursor(jsonSchemaTransform(document)) : { schema: { hide: true }, url: document.url }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true }, config: { key: 'any' } }, async (request, reply) => {
    const accesses: readonly string[] = accessesFor(contextOf(request, reply).actor)
    // Made once; only its title may change while the server runs.
    const description = app.swagger()
    const paths: Record<string, object> = {}
    for (const [path, operations] of Object.entries(description.paths ?? {})) {
      const open = Object.entries(operations).filter(([, operation]) => accesses.includes(accessIn(operation)))
      if (open.length > 0) paths[path] = Object.fromEntries(open)
    }
    const info = { ...description.info, title: titleOf() }
    return reply.header('cache-control', 'no-store').send({ ...description, info, paths })
  })
}

/** Says how to get the next page, for a call that returns one page. */
function withCursor<Transformed extends { schema: object; url: string }>(transformed: Transformed): Transformed {
  const { schema } = transformed
  if (!('x-paged' in schema && 'response' in schema)) return transformed
  const { 200: page } = schema.response as Record<200, object>
  const cursor = {
    type: 'string',
    description:
      'Where the next page starts. Send it back as `cursor` with the same other parameters. Absent on the last page.',
  }
  const response = { 200: { ...page, headers: { 'x-next-cursor': cursor } } }
  const description = 'Answers with one page of `limit` rows. `x-next-cursor` names the next one.'
  return { ...transformed, schema: { ...schema, description, response } }
}

/** An operation's only tag says who may see it, see `addRoute`. */
function accessIn(operation: unknown): string {
  const tags = typeof operation === 'object' && operation !== null && 'tags' in operation ? operation.tags : []
  return Array.isArray(tags) ? String(tags[0]) : ''
}
