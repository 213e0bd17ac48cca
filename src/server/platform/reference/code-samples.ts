/** Writes the examples of a call: for a shell and for TypeScript. */
import type { NamedEndpoint } from '#contract/all-endpoints.ts'
import { fieldsOf } from './client-text.ts'

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
  const search = (query ? fieldsOf(query) : []).flatMap((name) => (name in rest ? [`${name}=${take(name)}`] : []))
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
  return String(value)
}

function typescriptOf({ name, file, isPaged }: NamedEndpoint, example: Example, storeUrl: string): string {
  const fields = Object.entries(example).map(([field, value]) => `${field}: ${literal(value)}`)
  const oneLine = fields.length === 0 ? '' : `{ ${fields.join(', ')} }`
  const input = oneLine.length > 70 ? `{\n${fields.map((one) => `  ${one},\n`).join('')}}` : oneLine
  const call = `await store.${name}(${input})`
  const use = file
    ? [`const file = ${call}`, `await writeFile('${fileNameOf(file)}', new Uint8Array(await file.arrayBuffer()))`]
    : isPaged
      ? [`const { rows, next } = ${call}`, 'console.log(rows, next)']
      : [`console.log(${call})`]
  return [
    ...(file ? ["import { writeFile } from 'node:fs/promises'"] : []),
    "import { env } from 'node:process'",
    "import { createClient } from './store-client.ts'",
    '',
    `const store = createClient({ url: ${quoted(storeUrl)}, key: env.API_KEY })`,
    ...use,
  ].join('\n')
}

/** Returns the examples of a call. @param storeUrl such as `https://leads.example.com` */
export const codeSamples = (endpoint: NamedEndpoint, example: Example, storeUrl: string): CodeSample[] => [
  { lang: 'shell', label: 'curl', source: curlOf(endpoint, example, storeUrl) },
  { lang: 'typescript', label: 'TypeScript', source: typescriptOf(endpoint, example, storeUrl) },
]
