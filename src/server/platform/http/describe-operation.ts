/** What the OpenAPI document says of a call besides its schemas. */
import type { Endpoint } from '#contract/endpoint.ts'
import { CALL_EXAMPLES } from '#contract/keys/call-examples.ts'
import { CALL_GROUPS, callGroup, isKeyOptional } from '#contract/keys/call-groups.ts'
import { SCOPE_WORDS } from '#contract/keys/key-scopes.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { codeSamples } from '../reference/code-samples.ts'

/** `listDeskOrders` as `List desk orders`. */
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
export function describeOperation(endpoint: Endpoint, url: string): object {
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

/** Leaves out the limits of JavaScript's whole numbers, which the schemas name for each of them. */
const withoutNumberLimits = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value, (_, one) => (Math.abs(one) === Number.MAX_SAFE_INTEGER ? undefined : one)))

/** Adds to a call's schema how it replies: the header of a page, the file, and each refusal by its status. */
export function withReplies<Schema extends object>(endpoint: Endpoint, schema: Schema): Schema {
  const { isPaged, file, stream, refusals } = endpoint
  const { 200: reply } = 'response' in schema ? (schema.response as Record<200, object>) : { 200: {} }
  const response: Record<number, object> = {
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
    response[status] = { description, content: { 'application/json': { schema: REFUSAL } } }
  }
  return withoutNumberLimits({ ...schema, response })
}
