/**
 * Stands in for Follow Up Boss in a process of its own, as its public documents describe the API. It answers with 401
 * without the right key, with 400 if it would not understand an event, and with 201 for a new person and 200 for one it
 * knows by name and email or phone. The parent process sets how it answers and reads what came.
 *
 * @see https://docs.followupboss.com/reference/events-post
 * @see https://docs.followupboss.com/reference/authentication
 * @see https://docs.followupboss.com/reference/rate-limiting
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'

interface Person {
  firstName?: string
  lastName?: string
  emails?: { value: string }[]
  phones?: { value: string }[]
}

/** What the parent sets. */
export interface Settings {
  apiKey?: string
  /** Answers the next calls with these statuses instead. */
  next?: { status: number; retryAfter?: number }[]
}

let apiKey = ''
let next: NonNullable<Settings['next']> = []
const people: Person[] = []

const EVENT_TYPES = [
  'Registration',
  'Inquiry',
  'Seller Inquiry',
  'Property Inquiry',
  'General Inquiry',
  'Viewed Property',
  'Saved Property',
  'Visited Website',
  'Incoming Call',
  'Unsubscribed',
  'Property Search',
  'Saved Property Search',
  'Visited Open House',
  'Viewed Page',
]

const isSame = (one: Person, other: Person): boolean =>
  one.firstName === other.firstName &&
  one.lastName === other.lastName &&
  [...(one.emails ?? []), ...(one.phones ?? [])].some(({ value }) =>
    [...(other.emails ?? []), ...(other.phones ?? [])].some((contact) => contact.value === value),
  )

function answer(response: ServerResponse, status: number, body?: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body ? JSON.stringify(body) : undefined)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** What its documents require of an event. */
function complaintAbout(event: Record<string, unknown>): string | null {
  const person = event.person as Person | undefined
  if (!isText(event.source) || !isText(event.system)) return 'source and system are required'
  if (!EVENT_TYPES.includes(String(event.type))) return `unknown type ${event.type}`
  if (typeof person !== 'object') return 'person is required'
  const contacts = [...(person.emails ?? []), ...(person.phones ?? [])]
  return contacts.every(({ value }) => isText(value)) ? null : 'emails and phones are lists of { value }'
}

function takeEvent(event: Record<string, unknown>, response: ServerResponse): void {
  const complaint = complaintAbout(event)
  if (complaint) {
    answer(response, 400, { errorMessage: complaint })
    return
  }
  const person = event.person as Person
  const known = people.findIndex((one) => isSame(one, person))
  if (known < 0) people.push(person)
  answer(response, known < 0 ? 201 : 200, { id: known < 0 ? people.length : known + 1, ...person })
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = ''
  for await (const part of request) text += part
  const { authorization = '', 'x-system': system, 'x-system-key': systemKey } = request.headers
  const [userName, password] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const body = text === '' ? null : JSON.parse(text)
  process.send?.({ method: request.method, path: request.url, userName, password, system, systemKey, body })
  const planned = next.shift()
  if (planned)
    return answer(
      response,
      planned.status,
      planned.status === 204 ? undefined : { errorMessage: 'as planned' },
      planned.retryAfter === undefined ? {} : { 'retry-after': String(planned.retryAfter) },
    )
  if (userName !== apiKey || password !== '') return answer(response, 401, { errorMessage: 'Unauthorized' })
  if (request.method === 'GET' && request.url === '/v1/identity') return answer(response, 200, { account: { id: 1 } })
  if (request.method === 'POST' && request.url === '/v1/events') return takeEvent(body, response)
  answer(response, 404, { errorMessage: 'Not found' })
}

const { url } = await listen(createServer((request, response) => void handle(request, response)))
process.on('message', (settings: Settings) => {
  apiKey = settings.apiKey ?? apiKey
  next = settings.next ?? next
  process.send?.({ set: true })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
