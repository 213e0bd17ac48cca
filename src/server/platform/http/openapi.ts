import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

/** Collects the endpoints registered after it and serves their description, made from the contract's own schemas. */
export async function serveOpenApi(app: FastifyInstance, titleOf: () => string): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: titleOf(), version: '1' } },
    transform: (document) => {
      // Files and the sandbox are no calls of the product: only endpoints of the contract have an operation id.
      const isEndpoint = document.schema !== undefined && 'operationId' in document.schema
      return isEndpoint ? jsonSchemaTransform(document) : { schema: { hide: true }, url: document.url }
    },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    const description = app.swagger()
    // Made once; only its title may change while the server runs.
    const info = { ...description.info, title: titleOf() }
    return reply.header('cache-control', 'public, max-age=300').send({ ...description, info })
  })
}
