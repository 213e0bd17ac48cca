/** Writes the examples of a call: for a shell, and for TypeScript with the types that `openapi-typescript` makes. */
import * as z from 'zod/mini'
import type { NamedEndpoint } from '#contract/all-endpoints.ts'
import type { Schema } from '#contract/endpoint.ts'

type Example = Readonly<Record<string, unknown>>

export interface CodeSample {
  lang: 'shell' | 'typescript'
  label: string
  source: string
}

const FILE_NAMES = [
  [/csv/, 'leads.csv'],
  [/spreadsheet/, 'leads.xlsx'],
  [/./, 'leads.bin'],
] as const

const fieldsOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}) : []

const fileNameOf = (mediaType: string): string => FILE_NAMES.find(([type]) => type.test(mediaType))?.[1] ?? ''
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function curlOf({ method, path, query, body, file }: NamedEndpoint, example: Example, storeUrl: string): string {
  const rest = { ...example }
  const take = (name: string): string => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => take(name))
  const search = fieldsOf(query).flatMap((name) => (name in rest ? [`${name}=${take(name)}`] : []))
  const url = `${storeUrl}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`
  return [
    `curl --fail-with-body${method === 'GET' ? '' : ` --request ${method}`} ${quoted(url)}`,
    '--header "Authorization: Bearer $API_KEY"',
    ...(body ? ["--header 'Content-Type: application/json'", `--data ${quoted(JSON.stringify(rest))}`] : []),
    ...(file ? [`--output ${fileNameOf(file)}`] : []),
  ].join(' \\\n  ')
}

function literal(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  return typeof value === 'object' && value !== null ? objectOf(Object.entries(value)) : String(value)
}

const objectOf = (fields: readonly [string, unknown][]): string =>
  `{ ${fields.map(([field, value]) => `${field}: ${literal(value)}`).join(', ')} }`

function typescriptOf({ method, path, query, file, isPaged }: NamedEndpoint, example: Example, url: string): string {
  const inPath: readonly string[] = path.match(/(?<=:)\w+/g) ?? []
  const inQuery = fieldsOf(query)
  const fieldsIn = (has: (field: string) => boolean) => Object.entries(example).filter(([field]) => has(field))
  const parts: [string, [string, unknown][]][] = [
    ['path', fieldsIn((field) => inPath.includes(field))],
    ['query', fieldsIn((field) => inQuery.includes(field))],
  ]
  const params = parts.flatMap(([part, fields]) => (fields.length > 0 ? [`${part}: ${objectOf(fields)}`] : []))
  const body = fieldsIn((field) => !inPath.includes(field) && !inQuery.includes(field))
  const options = [
    ...(params.length > 0 ? [`params: { ${params.join(', ')} }`] : []),
    ...(body.length > 0 ? [`body: ${objectOf(body)}`] : []),
    ...(file ? ["parseAs: 'arrayBuffer'"] : []),
  ]
  const input = options.length > 0 ? `, {\n${options.map((one) => `  ${one},\n`).join('')}}` : ''
  const call = `await store.${method}('${path.replace(/:(\w+)/g, '{$1}')}'${input})`
  return [
    ...(file ? ["import { writeFile } from 'node:fs/promises'"] : []),
    "import { env } from 'node:process'",
    "import createClient from 'openapi-fetch'",
    "import type { paths } from './store.d.ts'",
    '',
    `const headers = { authorization: \`Bearer \${env.API_KEY}\` }
const store = createClient<paths>({ baseUrl: ${quoted(url)}, headers })`,
    `const { data, error${isPaged ? ', response' : ''} } = ${call}`,
    'if (error) throw new Error(error.message)',
    file ? `await writeFile('${fileNameOf(file)}', new Uint8Array(data))` : 'console.log(data)',
    ...(isPaged ? ["console.log('next page:', response.headers.get('x-next-cursor'))"] : []),
  ].join('\n')
}

/** Returns the examples of a call. @param storeUrl such as `https://leads.example.com` */
export const codeSamples = (endpoint: NamedEndpoint, example: Example, storeUrl: string): CodeSample[] => [
  { lang: 'shell', label: 'curl', source: curlOf(endpoint, example, storeUrl) },
  { lang: 'typescript', label: 'TypeScript', source: typescriptOf(endpoint, example, storeUrl) },
]
