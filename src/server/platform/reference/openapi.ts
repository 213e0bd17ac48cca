/** Describes the calls of programs as an OpenAPI document, made from the contract alone. */
import * as z from 'zod/mini'
import { ALL_ENDPOINTS, EXPORT_NAMES, type NamedEndpoint } from '#contract/all-endpoints.ts'
import type { Endpoint, Schema } from '#contract/endpoint.ts'
import { CALL_EXAMPLES, CALL_GROUPS, callGroup, isKeyOptional } from '#contract/keys/call-examples.ts'
import { SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { REFUSALS, type RefusalCode } from '#contract/refusals.ts'
import type { Role } from '#contract/values.ts'
import type { Actor } from '#server/platform/context.ts'
import { invariant } from '#server/platform/errors.ts'
import { codeSamples } from './code-samples.ts'

type Json = Readonly<Record<string, unknown>>
type AnySchema = z.core.$ZodType

const defOf = (schema: AnySchema) => (schema as z.core.$ZodTypes)._zod.def

/** `order.paid` or `listOrders` as a part of a type’s name: `OrderPaid`. */
const pascal = (name: string): string => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Items of `lines` are a `…Line`. */
const singular = (name: string): string => name.replace(/ies$/, 'y').replace(/([^s])s$/, '$1')

/** A choice goes by what sets it apart: the value of a field, or else its first field. */
function choiceName(choice: AnySchema): string {
  const def = defOf(choice)
  const fields = def.type === 'object' ? Object.entries(def.shape) : []
  const values = fields.map(([, part]) => [...(part._zod.values ?? [])])
  const [value = fields[0]?.[0]] = values.find(({ length }) => length === 1) ?? []
  return pascal(String(value))
}

const Refusal = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
})

/**
 * Describes the schemas of some calls. Generators make a type of each that has a name: of each object, and of each
 * choice that the contract exports. It is called as the export, or else by where it stands first.
 */
function describeSchemas(endpoints: readonly NamedEndpoint[]) {
  const names = z.registry<{ id: string }>()
  const named = new Map<string, AnySchema>()
  const strict = new Set<AnySchema>()
  const add = (schema: AnySchema, place: string, isStrict = false): void => {
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
  const addRoot = (schema: Schema | undefined, place: string, isStrict = false): void => {
    if (!schema) return
    add(schema, place, isStrict)
    // A list stands where it is used, but must have a name here.
    if (!names.has(schema)) names.add(schema, { id: `${place} itself` })
  }
  const nameOf = (schema: Schema) => names.get(schema)?.id ?? ''
  addRoot(Refusal, 'Refusal')
  for (const { name, params, query, body, reply } of endpoints) {
    addRoot(params, `${pascal(name)}Params`)
    addRoot(query, `${pascal(name)}Query`)
    // Only their fields are described.
    for (const part of [params, query]) if (part) named.delete(nameOf(part))
    addRoot(body, `${pascal(name)}Body`, true)
    addRoot(reply, `${pascal(name)}Reply`)
  }

  const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  const { schemas } = z.toJSONSchema(names, {
    // What is on the wire, both ways.
    io: 'input',
    unrepresentable: 'any',
    uri: (name) => refTo(name).$ref,
    override: ({ zodSchema, jsonSchema: json }) => {
      // Whole numbers have the limits of JavaScript's, and times a pattern of 300 characters beside their format.
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      if (json.format === 'date-time') delete json.pattern
      if (json.type === 'object' && strict.has(zodSchema)) json.additionalProperties ??= false
    },
  })
  const jsonOf = (name: string): z.core.JSONSchema.BaseSchema => {
    const { $schema, $id, ...json } = schemas[name] ?? {}
    return json
  }
  return {
    /** A schema where it is used. */
    use: (schema: Schema): Json => (named.has(nameOf(schema)) ? refTo(nameOf(schema)) : jsonOf(nameOf(schema))),
    /** The fields of a part of the address. */
    parametersIn: (part: 'path' | 'query', schema: Schema | undefined): Json[] => {
      const { properties = {}, required = [] } = jsonOf(schema ? nameOf(schema) : '')
      return Object.entries(properties).map(([name, field]) => {
        return { name, in: part, required: required.includes(name), schema: field }
      })
    },
    /** Those with names. */
    components: Object.fromEntries([...named.keys()].sort().map((name) => [name, jsonOf(name)])),
  }
}
type Schemas = ReturnType<typeof describeSchemas>

function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const named = words.replace(/\b(api|csv|pdf|xlsx)\b/g, (word) => word.toUpperCase())
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}`
}

function scopeLine(endpoint: Endpoint): string {
  const { key = 'any' } = endpoint
  if (isKeyOptional(endpoint)) return 'Needs no key.'
  return key === 'any' ? 'Needs a key with any scope.' : `Needs a key with the scope \`${key}\`: ${SCOPE_WORDS[key]}.`
}

const FILE = { type: 'string', format: 'binary' }
const CURSOR = {
  description:
    'Where the next page starts. Send it back as `cursor` with the same other parameters. Absent on the last page.',
  schema: { type: 'string' },
}

const content = (schema: Json, type = 'application/json') => ({ content: { [type]: { schema } } })
const refusedWith = (description: string, { use }: Schemas) => ({ description, ...content(use(Refusal)) })

/** Returns how a call may be refused, by status. */
function refusalsOf(endpoint: Endpoint, schemas: Schemas): Json {
  const ofKeys: RefusalCode[] = isKeyOptional(endpoint) ? [] : ['key_invalid', 'key_scope_missing']
  const codes = new Set<RefusalCode>(['bad_request', ...ofKeys, ...endpoint.refusals, 'rate_limited'])
  const sentences = (some: RefusalCode[]) => some.map((code) => `\`${code}\`: ${REFUSALS[code].text}`).join('\n\n')
  const byStatus = Map.groupBy(codes, (code) => REFUSALS[code].status)
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, refusedWith(sentences(some), schemas)]))
}

/** Returns all of a call that does not depend on the store. */
function describeCall(endpoint: NamedEndpoint, schemas: Schemas): Json {
  const { name, summary, isPaged, params, query, body, upload, reply, file, stream } = endpoint
  const { use, parametersIn } = schemas
  const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
  const taken = upload ? content(FILE, upload) : body && content(use(body))
  const given = file ? content(FILE, file) : reply && content(use(reply), stream && 'text/event-stream')
  return {
    operationId: name,
    summary: wordsOf(name),
    description: [
      summary,
      ...(isPaged ? ['Answers with one page. Its header `x-next-cursor` names the next one.'] : []),
      scopeLine(endpoint),
    ].join('\n\n'),
    tags: [CALL_GROUPS[callGroup(endpoint)].name],
    security: [...(isKeyOptional(endpoint) ? [{}] : []), { key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(taken ? { requestBody: { required: true, ...taken } } : {}),
    responses: {
      200: { description: 'OK', ...(isPaged ? { headers: { 'x-next-cursor': CURSOR } } : {}), ...given },
      ...refusalsOf(endpoint, schemas),
      default: { $ref: '#/components/responses/Refused' },
    },
  }
}

/** Who reads the document: strangers and buyers, or a member in a role. */
type Reader = 'buyer' | Role
const HIDDEN_GROUPS: Readonly<Record<Reader, readonly string[]>> = {
  buyer: ['sales', 'administration'],
  sales: ['administration'],
  admin: [],
}

/** Describes the calls that a key of the reader may make. */
function describeCalls(reader: Reader) {
  const endpoints = ALL_ENDPOINTS.filter((one) => one.key && !HIDDEN_GROUPS[reader].includes(callGroup(one)))
  const schemas = describeSchemas(endpoints)
  return { schemas, calls: endpoints.map((endpoint) => ({ endpoint, call: describeCall(endpoint, schemas) })) }
}

const described: Partial<Record<Reader, ReturnType<typeof describeCalls>>> = {}

export interface StoreFacts {
  title: string
  /** In Markdown. */
  introduction: string
  url: string
}

/** Returns the document with the calls that a key of a caller may make; a stranger's would be a buyer's. */
export function makeOpenApi(actor: Actor, { title, introduction, url }: StoreFacts): object {
  const reader = actor.kind === 'member' ? actor.role : 'buyer'
  described[reader] ??= describeCalls(reader)
  const { schemas, calls } = described[reader]
  const paths: Record<string, Json> = {}
  for (const { endpoint, call } of calls) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const example = CALL_EXAMPLES[endpoint.name]
    const samples = example && { 'x-codeSamples': codeSamples(endpoint, example, url) }
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: { ...call, ...samples } }
  }
  const groups = new Set(calls.map(({ endpoint }) => CALL_GROUPS[callGroup(endpoint)]))
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: introduction },
    servers: [{ url }],
    tags: Object.values(CALL_GROUPS).filter((group) => groups.has(group)),
    paths,
    components: {
      schemas: schemas.components,
      responses: { Refused: refusedWith('Any call may be refused for other reasons, see Errors.', schemas) },
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key, such as `ly_live_…`.' } },
    },
  }
}
