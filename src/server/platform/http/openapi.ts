/** Describes the endpoints as an OpenAPI document, made from the contract's own schemas. */
import swagger from '@fastify/swagger'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { type NamedEndpoint, named } from '#contract/all-endpoints.ts'
import type { Access, Endpoint } from '#contract/endpoint.ts'
import { CALL_EXAMPLES, CALL_GROUPS, callGroup, isKeyOptional } from '#contract/keys/call-examples.ts'
import { SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { REFUSALS } from '#contract/refusals.ts'
import type { Actor } from '#server/platform/context.ts'
import { codeSamples } from '#server/platform/reference/code-samples.ts'

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const named = words.replace(/\b(api|csv|pdf|xlsx)\b/g, (word) => word.toUpperCase())
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`
}

function scopeLine(endpoint: Endpoint): string {
  const { key } = endpoint
  if (key === undefined) return 'Accepts no key.'
  if (isKeyOptional(endpoint)) return 'Needs no key.'
  return key === 'any' ? 'Needs a key with any scope.' : `Needs a key with the scope \`${key}\`: ${SCOPE_WORDS[key]}.`
}

function securityOf(endpoint: Endpoint): object[] {
  const { key } = endpoint
  if (key === undefined) return []
  return [...(isKeyOptional(endpoint) ? [{}] : []), { key: key === 'any' ? [] : [key] }]
}

/** Returns the words, the group, the key and the examples of a call. @param url of the store, for the examples */
function describeOperation(endpoint: NamedEndpoint, url: string): object {
  const { name, summary, isPaged } = endpoint
  const example = CALL_EXAMPLES[name]
  return {
    summary: wordsOf(name),
    description: [
      summary,
      ...(isPaged ? ['Answers with one page. Its header `x-next-cursor` names the next one.'] : []),
      scopeLine(endpoint),
    ].join('\n\n'),
    tags: [CALL_GROUPS[callGroup(endpoint)].name],
    security: securityOf(endpoint),
    ...(example ? { 'x-codeSamples': codeSamples(endpoint, example, url) } : {}),
  }
}

const CURSOR = {
  type: 'string',
  description:
    'Where the next page starts. Send it back as `cursor` with the same other parameters. Absent on the last page.',
}

const REFUSAL = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' }, requestId: { type: 'string' } },
  required: ['message', 'code', 'requestId'],
}
const REFUSAL_CONTENT = { 'application/json': { schema: REFUSAL } }

/** The schemas name the limits of JavaScript's whole numbers for each of them. */
const withoutNumberLimits = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, one) => (Math.abs(one) === Number.MAX_SAFE_INTEGER ? undefined : one)))

/** Adds how a call replies: the header of a page, the file, and each refusal by its status. */
function withReplies<Schema extends object>(endpoint: Endpoint, schema: Schema): Schema {
  const { isPaged, file, stream, refusals } = endpoint
  const { 200: reply } = 'response' in schema ? (schema.response as Record<200, object>) : { 200: {} }
  const response: Record<number | 'default', object> = {
    default: { description: 'Any call may be refused for other reasons, see Errors.', content: REFUSAL_CONTENT },
    200: {
      ...(file ? { content: { [file]: { schema: { type: 'string', format: 'binary' } } } } : stream ? {} : reply),
      description: 'OK',
      ...(isPaged ? { headers: { 'x-next-cursor': CURSOR } } : {}),
    },
  }
  for (const code of refusals) {
    const { status, text } = REFUSALS[code]
    const before = response[status] as { description: string } | undefined
    const description = `${before ? `${before.description}\n\n` : ''}\`${code}\`: ${text}`
    response[status] = { description, content: REFUSAL_CONTENT }
  }
  return withoutNumberLimits({ ...schema, response })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route answers. Absent: it is not a call of the product. */
    endpoint?: Endpoint
  }
}

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

/** Describes the endpoints that a caller may see and that `isWanted` picks. */
export type DescribeApi = (actor: Actor, isWanted?: (endpoint: Endpoint) => boolean) => object

/** Describes what is registered after it, at `/api/openapi.json`: buyers' calls to strangers, all to administrators. */
export async function describeApi(
  app: FastifyInstance,
  descriptionOf: () => { title: string; introduction: string; url: string },
  contextOf: (request: FastifyRequest, reply: FastifyReply) => { readonly actor: Actor },
): Promise<DescribeApi> {
  const endpoints = new Map<string, NamedEndpoint>()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: descriptionOf().title, version: '1' } },
    transform: (document) => {
      const { endpoint } = document.route.config ?? {}
      if (!endpoint) return { schema: { hide: true }, url: document.url }
      const withName = named(endpoint)
      endpoints.set(withName.name, withName)
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
    const all = Object.values(paths).flatMap((one) => Object.values<{ tags?: string[] }>(one))
    const used = new Set(all.flatMap(({ tags = [] }) => tags))
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
