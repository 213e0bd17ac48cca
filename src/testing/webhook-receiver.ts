/** A receiver of webhooks on this machine. It verifies with the Standard Webhooks library, as a stranger's would. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedCall {
  id: string
  type: string
  data: Record<string, unknown>
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  calls: ReceivedCall[]
  /** How it answers from now on. */
  answer(status: number, body?: string, headers?: Record<string, string>): void
  close(): Promise<void>
}

/** Whether the library accepts a call with a secret. */
export function isSignedBy(secret: string, call: ReceivedCall): boolean {
  try {
    new Webhook(secret).verify(call.body, call.headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}

/** Starts a receiver that answers 204. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const calls: ReceivedCall[] = []
  let reply: { status: number; body: string; headers: Record<string, string> } = { status: 204, body: '', headers: {} }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { type, data } = JSON.parse(body)
    calls.push({ id: String(request.headers['webhook-id']), type, data, headers: request.headers, body })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    answer(status, body = '', headers = {}) {
      reply = { status, body, headers }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
