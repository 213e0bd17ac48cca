/** A JSON Schema as made from the contract. */
export type JsonSchema = Readonly<Record<string, unknown>>

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const schemasIn = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * Writes a JSON Schema as a TypeScript type.
 *
 * @param indent of the line that the type begins in
 * @throws Error for anything the contract has not needed so far, so that no type is silently wrong
 */
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
  throw new Error(`type-text.ts does not know this schema: ${JSON.stringify(schema).slice(0, 200)}`)
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
