/**
 * Receives webhooks in a process of its own, as a stranger's program would: it verifies each call with the Standard
 * Webhooks library, knows only the secrets it was told, and reports what it accepted by id. It refuses what does not
 * verify with 400.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { listen } from '../listen.ts'

/** What the parent sets. */
export interface ReceiverSettings {
  secrets?: string[]
  /** Answers this to what verifies; 204 at first. */
  status?: number
}

/** What the parent is told of each call. */
export interface VerifiedCall {
  id: string
  /** The path it was sent to. */
  path: string
  type: string | null
  /** What the event says; null if it did not verify. */
  data: Record<string, unknown> | null
  isVerified: boolean
  /** How it was answered. */
  status: number
  /** When it came, in milliseconds since 1970. */
  at: number
}

let secrets: string[] = []
let status = 204

interface Event {
  type: string
  data: Record<string, unknown>
}

function verify(body: string, headers: Record<string, string>): Event | null {
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, headers) as Event
    } catch {
      // Signed with another secret, too old, or not at all.
    }
  }
  return null
}

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now()
  let body = ''
  for await (const part of request) body += part
  const event = verify(body, request.headers as Record<string, string>)
  const answer = event ? status : 400
  const call: VerifiedCall = {
    id: String(request.headers['webhook-id']),
    path: request.url ?? '',
    type: event?.type ?? null,
    data: event?.data ?? null,
    isVerified: event !== null,
    status: answer,
    at,
  }
  process.send?.(call)
  response.writeHead(answer).end()
}

const { url } = await listen(createServer((request, response) => void handle(request, response)))
process.on('message', (settings: ReceiverSettings) => {
  secrets = settings.secrets ?? secrets
  status = settings.status ?? status
  process.send?.({ set: true })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url: `${url}/hook` })
