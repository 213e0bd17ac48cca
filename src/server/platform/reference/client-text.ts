import { readFile } from 'node:fs/promises'
import * as z from 'zod/mini'
import type { NamedEndpoint } from '#contract/all-endpoints.ts'
import type { Schema } from '#contract/endpoint.ts'

type JsonSchema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** @throws Error for anything the contract has not needed so far, so that no type is silently wrong */
export function typeText(schema: JsonSchema, indent = ''): string {
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = schemasIn(schema.anyOf ?? schema.oneOf)
  if (choices.length > 0) return [...new Set(choices.map((one) => typeText(one, indent)))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ')
  if (schema.type === 'array') return arrayText(schema, indent)
  if (schema.type === 'object') return objectText(schema, indent)
  const plain = typeof schema.type === 'string' ? PLAIN[schema.type] : undefined
  if (plain) return plain
  const known = ['$schema', 'default', 'description', 'title']
  if (Object.keys(schema).every((name) => known.includes(name))) return 'unknown'
  throw new Error(`client-text.ts does not know this schema: ${JSON.stringify(schema).slice(0, 200)}`)
}

function arrayText({ items, prefixItems }: JsonSchema, indent: string): string {
  if (prefixItems)
    return `[${schemasIn(prefixItems)
      .map((one) => typeText(one, indent))
      .join(', ')}]`
  const item = isSchema(items) ? typeText(items, indent) : 'unknown'
  return /^[\w.]+$/.test(item) || (item.startsWith('{') && !item.includes(' | {')) ? `${item}[]` : `(${item})[]`
}

function objectText(schema: JsonSchema, indent: string): string {
  const { properties, required, additionalProperties, propertyNames } = schema
  if (isSchema(properties)) {
    const inner = `${indent}  `
    const names = Array.isArray(required) ? required : []
    const lines = Object.entries(properties).map(([name, one]) => {
      const type = isSchema(one) ? typeText(one, inner) : 'unknown'
      const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)
      return `${inner}${key}${names.includes(name) ? `: ${type}` : `?: ${type} | undefined`}\n`
    })
    return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('')}${indent}}`
  }
  if (!isSchema(additionalProperties)) return 'Record<string, unknown>'
  const record = `Record<${isSchema(propertyNames) ? typeText(propertyNames) : 'string'}, ${typeText(additionalProperties, indent)}>`
  return isSchema(propertyNames) && 'enum' in propertyNames && !required ? `Partial<${record}>` : record
}

const schemaOf = (schema: Schema, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

export const fieldsOf = (schema: Schema): string[] => Object.keys(schemaOf(schema, 'input').properties ?? {})

/** The parts of the path, the query and the body in one object. */
function inputOf({ name, params, query, body, upload }: NamedEndpoint): { type: string; isRequired: boolean } | null {
  const parts = [params, query, upload ? undefined : body].flatMap((one) => (one ? [schemaOf(one, 'input')] : []))
  const [plain, others] = [parts.filter(({ properties }) => properties), parts.filter(({ properties }) => !properties)]
  const names = plain.flatMap(({ properties }) => Object.keys(properties ?? {}))
  const twice = names.find((one, index) => names.indexOf(one) !== index)
  if (twice) throw new Error(`${name} has ${twice} in its path, query or body twice, so its input cannot be one object`)
  const merged: JsonSchema = {
    type: 'object',
    properties: Object.assign({}, ...plain.map(({ properties }) => properties)),
    required: plain.flatMap(({ required }) => required ?? []),
  }
  const types = [
    ...(names.length > 0 ? [typeText(merged, '  ')] : []),
    ...others.map((one) => `(${typeText(one, '  ')})`),
    ...(upload ? ['{ file: Blob | ArrayBuffer }'] : []),
  ]
  if (types.length === 0) return null
  const isRequired = others.length > 0 || upload !== undefined || (merged.required as string[]).length > 0
  return { type: types.join(' & '), isRequired }
}

const replyKind = ({ file, isPaged }: NamedEndpoint) => (file ? 'file' : isPaged ? 'page' : 'json')

function replyType(endpoint: NamedEndpoint): string {
  if (!endpoint.reply) return 'Response'
  const schema = schemaOf(endpoint.reply, 'output')
  if (!endpoint.isPaged) return typeText(schema, '  ')
  return `Page<${typeText(schema.items as JsonSchema, '  ')}>`
}

/** A function of the interface, with its docstring. */
function signatureOf(endpoint: NamedEndpoint): string {
  const { name, method, path, summary, key, refusals } = endpoint
  const input = inputOf(endpoint)
  const parameters = input ? `input${input.isRequired ? '' : '?'}: ${input.type}` : ''
  const scope = key === 'any' ? 'any key' : `scope \`${key}\``
  return [
    '  /**',
    `   * ${summary}`,
    '   *',
    `   * \`${method} ${path}\`, ${scope}.`,
    ...(refusals.length > 0 ? [`   * @throws StoreError ${refusals.map((code) => `\`${code}\``).join(', ')}`] : []),
    '   */',
    `  ${name}(${parameters}): Promise<${replyType(endpoint)}>`,
  ].join('\n')
}

function callOf(endpoint: NamedEndpoint): string {
  const { name, method, path, query, body, upload } = endpoint
  const media = upload ?? (body ? 'application/json' : undefined)
  const call = {
    method,
    path,
    ...(query ? { query: fieldsOf(query) } : {}),
    ...(media ? { body: media } : {}),
    reply: replyKind(endpoint),
  }
  return `  ${name}: ${JSON.stringify(call)},`
}

/**
 * Returns the text of the client for the endpoints among these that accept a key.
 *
 * @throws Error if an endpoint cannot be expressed; a test goes through all
 */
export async function writeClient(endpoints: readonly NamedEndpoint[]): Promise<string> {
  const calls = endpoints.filter(({ key, stream }) => key !== undefined && !stream)
  const runtime = await readFile(new URL('./client-runtime.ts', import.meta.url), 'utf8')
  return `${runtime}
// Made from the contract. Do not edit: get the file again after an upgrade of the store.

const CALLS: Readonly<Record<string, Call>> = {
${calls.map(callOf).join('\n')}
}

/** The calls of the store, by name. */
export interface Client {
${calls.map(signatureOf).join('\n\n')}
}

/**
 * Makes a client.
 * @param options.url of the store, such as \`https://leads.example.com\`
 * @param options.key an API key; without one, only what is for sale can be read
 * @param options.fetch instead of the global one
 */
export function createClient(options: { url: string; key?: string | undefined; fetch?: typeof fetch }): Client {
  return Object.assign({} as Client, bindCalls(CALLS, options))
}
`
}
