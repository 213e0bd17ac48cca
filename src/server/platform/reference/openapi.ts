/** Describes the calls of programs as an OpenAPI document, made from the contract alone. */
import * as z from 'zod/mini'
import { ALL_ENDPOINTS, EXPORT_NAMES, type NamedEndpoint } from '#contract/all-endpoints.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import fieldWords from '#contract/field-words.json' with { type: 'json' }
import { CALL_GROUPS, callGroup, isKeyOptional } from '#contract/keys/call-groups.ts'
import { SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts'
import { Instant, type Role } from '#contract/values.ts'
import { EVENT_DATA } from '#contract/webhooks/webhook-events.ts'
import type { Actor } from '#server/platform/context.ts'
import { invariant } from '#server/platform/errors.ts'

type Json = Readonly<Record<string, unknown>>
type AnySchema = z.core.$ZodType
type JsonSchema = z.core.JSONSchema.BaseSchema

/** The day of the latest change of what is described here. */
const VERSION = '2026-12-01'

/** What a field says, and an example: by its name or, where it says something else, by `Schema.field`. */
const WORDS: Readonly<Record<string, readonly unknown[]>> = fieldWords

/** @see https://www.standardwebhooks.com */
const EVENT_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
const EVENTS = Object.entries(EVENT_DATA).map(([type, data]) => {
  return { type, body: z.object({ type: z.literal(type), timestamp: Instant, data }) }
})

const Text = z.string()
const Refusal = z.object({ code: Text, message: Text, requestId: Text, details: z.optional(z.unknown()) })

/** `order.paid` or `listOrders` as part of a type’s name: `OrderPaid`. */
const pascal = (name: string): string => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Items of `lines` are a `…Line`. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

const defOf = (schema: AnySchema) => (schema as z.core.$ZodTypes)._zod.def

/** A choice goes by what sets it apart: the only value of a field, or else its first field. */
function choiceName(choice: AnySchema): string {
  const def = defOf(choice)
  const fields = def.type === 'object' ? Object.entries(def.shape) : []
  const [first = '', only] = fields.find(([, part]) => part._zod.values?.size === 1) ?? fields[0] ?? []
  const [value = first] = only?._zod.values ?? []
  return pascal(String(value))
}

const PLACE = '#/components/schemas/'

/**
 * Describes the schemas of some calls and of all events. Generators make a type of each that has a name: of each object,
 * and of each choice that the contract exports. It is called as the export, or else by where it stands first.
 * @param isPublic whether the words are about the fields of a schema or call with this name
 */
function describeSchemas(endpoints: readonly NamedEndpoint[], isPublic: (owner: string) => boolean) {
  const names = z.registry<{ id: string }>()
  const named = new Map<string, AnySchema>()
  const strict = new Set<AnySchema>()
  const add = (schema: AnySchema, place: string, isStrict: boolean): void => {
    const def = defOf(schema)
    const exported = EXPORT_NAMES.get(schema)
    const name = names.get(schema)?.id ?? exported ?? place
    if (def.type === 'object' || (exported && (def.type === 'enum' || def.type === 'union'))) {
      invariant((named.get(name) ?? schema) === schema, `two schemas are called ${name}`)
      named.set(name, schema)
      names.add(schema, { id: name })
    }
    if (isStrict) strict.add(schema)
    if (def.type === 'object')
      for (const [field, part] of Object.entries(def.shape)) add(part, name + pascal(field), isStrict)
    else if (def.type === 'union') for (const part of def.options) add(part, name + choiceName(part), isStrict)
    else if (def.type === 'array') add(def.element, singular(place), isStrict)
    else if (def.type === 'record') add(def.valueType, singular(place), isStrict)
    else if ('innerType' in def) add(def.innerType, place, isStrict)
  }
  const nameOf = (schema: Schema | undefined) => (schema && names.get(schema)?.id) ?? ''
  const addRoot = (schema: Schema | undefined, place: string, isStrict = false): void => {
    if (!schema) return
    add(schema, place, isStrict)
    // A list stands where it is used, but must have a name here.
    if (!names.has(schema)) names.add(schema, { id: `${place} itself` })
    // Of the parts of an address, only the fields are described.
    if (/Params$|Query$/.test(place)) named.delete(nameOf(schema))
  }
  addRoot(Refusal, 'Refusal')
  for (const { type, body } of EVENTS) addRoot(body, `${pascal(type)}Event`)
  for (const { name, params, query, body, reply } of endpoints) {
    addRoot(params, `${pascal(name)}Params`)
    addRoot(query, `${pascal(name)}Query`)
    addRoot(body, `${pascal(name)}Body`, true)
    addRoot(reply, `${pascal(name)}Reply`)
  }

  const { schemas } = z.toJSONSchema(names, {
    // What is on the wire, both ways.
    io: 'input',
    unrepresentable: 'any',
    uri: (name) => PLACE + name,
    override: ({ zodSchema, jsonSchema: json }) => {
      // Whole numbers have the limits of JavaScript's, and times a pattern of 300 characters beside their format.
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.format === 'date-time') delete json.pattern
      if (json.type === 'object' && strict.has(zodSchema)) json.additionalProperties ??= false
    },
  })
  /** A schema with words for its fields. A field made of others has their examples. */
  const describe = (name: string, owner = name): JsonSchema => {
    const { $schema, $id, ...json }: JsonSchema = schemas[name] ?? {}
    const fields = Object.entries(json.properties ?? {}).map(([field, part]) => {
      const words = WORDS[`${owner}.${field}`] ?? (isPublic(owner) ? WORDS[field] : undefined)
      const [description, example = exampleOf(part as JsonSchema)] = words ?? []
      return [field, { ...(part as JsonSchema), ...(words && { description, examples: [example] }) }]
    })
    return { ...json, ...(json.properties && { properties: Object.fromEntries(fields) }) }
  }
  const exampleOf = ({ $ref, items, anyOf, oneOf = anyOf, properties, ...json }: JsonSchema): unknown => {
    if ($ref) return exampleOf(describe($ref.replace(PLACE, '')))
    if (items) return [exampleOf(items as JsonSchema)]
    if (oneOf) return exampleOf(oneOf[0] as JsonSchema)
    if (!properties) return json.enum?.[0] ?? json.const
    const fields = Object.entries(properties as Record<string, JsonSchema>)
    return Object.fromEntries(fields.map(([field, { examples }]) => [field, examples?.[0]]))
  }
  return {
    /** What a body or reply has. */
    contentOf: (schema: Schema, type = 'application/json') => {
      const name = nameOf(schema)
      return { content: { [type]: { schema: named.has(name) ? { $ref: PLACE + name } : describe(name) } } }
    },
    /** The fields of a part of a request. */
    parametersIn: (part: string, schema: Schema | undefined, owner: string) => {
      const { properties = {}, required = [] } = describe(nameOf(schema), owner)
      return Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => {
        return { name, in: part, required: required.includes(name), description: field.description, schema: field }
      })
    },
    components: Object.fromEntries([...named.keys()].sort().map((name) => [name, describe(name)])),
  }
}
type Schemas = ReturnType<typeof describeSchemas>

function titleOf(name: string): string {
  const words = name.replace(/[._]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return pascal(words.replace(/\b(api|csv|pdf|xlsx)\b/g, (word) => word.toUpperCase()))
}

function scopeLine(endpoint: Endpoint): string {
  const { key = 'any' } = endpoint
  if (isKeyOptional(endpoint)) return 'Needs no key.'
  return key === 'any' ? 'Needs a key with any scope.' : `Needs a key with the scope \`${key}\`: ${SCOPE_WORDS[key]}.`
}

const OTHER_REFUSALS = 'Any call may be refused for other reasons, see Errors.'

/** Returns how a call may be refused, by status. */
function refusalsOf(endpoint: Endpoint, { contentOf }: Schemas): Json {
  const ofKeys: RefusalCode[] = isKeyOptional(endpoint) ? [] : ['key_invalid', 'key_scope_missing']
  const codes = new Set<RefusalCode>(['bad_request', ...ofKeys, ...endpoint.refusals, 'rate_limited'])
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status)
  const textOf = (some: RefusalCode[]) => some.map((code) => `\`${code}\`: ${REFUSALS[code].text}`).join('\n\n')
  const replies = [...byStatus].map(([status, some]) => [status, { description: textOf(some), ...contentOf(Refusal) }])
  return { ...Object.fromEntries(replies), default: { description: OTHER_REFUSALS, ...contentOf(Refusal) } }
}

const headerOf = (name: string) => {
  const [description, example] = WORDS[name] ?? []
  return { description, schema: { type: 'string', examples: [example] } }
}

const fileOf = (type: string) => ({ content: { [type]: { schema: { type: 'string', format: 'binary' } } } })

function describeCall(endpoint: NamedEndpoint, schemas: Schemas): Json {
  const { name, summary, isPaged, params, query, body, upload, reply, file, stream } = endpoint
  const { contentOf, parametersIn } = schemas
  const taken = upload ? fileOf(upload) : body && contentOf(body)
  const given = file ? fileOf(file) : reply && contentOf(reply, stream && 'text/event-stream')
  return {
    operationId: name,
    summary: titleOf(name),
    description: `${summary}\n\n${scopeLine(endpoint)}`,
    tags: [CALL_GROUPS[callGroup(endpoint)].name],
    security: [...(isKeyOptional(endpoint) ? [{}] : []), { key: [] }],
    parameters: [...parametersIn('path', params, name), ...parametersIn('query', query, name)],
    ...(taken && { requestBody: { required: true, ...taken } }),
    responses: {
      200: { description: 'OK', ...(isPaged && { headers: { 'x-next-cursor': headerOf('x-next-cursor') } }), ...given },
      ...refusalsOf(endpoint, schemas),
    },
  }
}

/** What the store sends to a webhook. */
const describeEvent = ({ type, body }: (typeof EVENTS)[number], { contentOf }: Schemas): Json => ({
  operationId: `receive${pascal(type)}`,
  summary: titleOf(type),
  description: WORDS[type]?.[0],
  tags: [CALL_GROUPS['webhooks:write'].name],
  security: [],
  parameters: EVENT_HEADERS.map((name) => ({ name, in: 'header', required: true, ...headerOf(name) })),
  requestBody: { required: true, ...contentOf(body) },
  responses: {
    '2XX': { description: 'The event arrived. Answer within 10 seconds, and do the work afterwards.' },
    410: { description: 'Turns the webhook off.' },
    '4XX': { description: 'Like any other answer: a failure. The event is sent again later.' },
  },
})

type Reader = 'buyer' | Role
const mayCall = (reader: Reader, { key, access }: Endpoint): boolean =>
  key === 'read' || key === 'write'
    ? reader === 'admin' || (reader === 'sales' && access !== 'admin')
    : key !== undefined

const described: Partial<Record<Reader, ReturnType<typeof describeApi>>> = {}

/** Describes the calls that a key of the reader may make. @param publicNames of what strangers see, and so has words */
function describeApi(reader: Reader, publicNames?: ReadonlySet<string>) {
  const endpoints = ALL_ENDPOINTS.filter((endpoint) => mayCall(reader, endpoint))
  const schemas = describeSchemas(endpoints, (owner) => publicNames?.has(owner) ?? true)
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeCall(endpoint, schemas) }
  }
  const groups = new Set(endpoints.map((endpoint) => CALL_GROUPS[callGroup(endpoint)]))
  const names = new Set([...Object.keys(schemas.components), ...endpoints.map(({ name }) => name)])
  const parts = {
    tags: Object.values(CALL_GROUPS).filter((group) => groups.has(group)),
    paths,
    webhooks: Object.fromEntries(EVENTS.map((event) => [event.type, { post: describeEvent(event, schemas) }])),
    components: {
      schemas: schemas.components,
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, such as `ly_live_…`.' } },
    },
  }
  return { names, parts }
}

/** `introduction` is Markdown. */
export type StoreFacts = Readonly<Record<'title' | 'introduction' | 'url' | 'supportEmail', string>>

/** Returns the document with the calls that a key of a caller may make; a stranger's would be a buyer's. */
export function makeOpenApi(actor: Actor, { title, introduction, url, supportEmail }: StoreFacts): object {
  const reader = actor.kind === 'member' ? actor.role : 'buyer'
  described.buyer ??= describeApi('buyer')
  described[reader] ??= describeApi(reader, described.buyer.names)
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: VERSION,
      description: introduction,
      contact: { name: 'Support', email: supportEmail },
      license: { name: 'Terms of sale', url: `${url}/terms` },
    },
    servers: [{ url }],
    ...described[reader].parts,
  }
}
