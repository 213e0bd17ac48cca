/** A receiver of webhooks on this machine. It verifies with the Standard Webhooks library, as a stranger's would. */
import { deepStrictEqual } from 'node:assert'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import * as z from 'zod/mini'
import { EVENT_DATA } from '#contract/webhooks/webhook-events.ts'
import type { SENT_EVENT_TYPES } from '#contract/webhooks/webhooks.ts'
import { listen } from './listen.ts'

export interface ReceivedCall {
  id: string
  type: (typeof SENT_EVENT_TYPES)[number]
  data: Record<string, unknown>
  headers: IncomingHttpHeaders
  body: string
}

export type WebhookReceiver = Awaited<ReturnType<typeof openReceiver>>

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
export async function openReceiver() {
  const calls: ReceivedCall[] = []
  let reply: { status: number; body: string; headers: Record<string, string> } = { status: 204, body: '', headers: {} }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { type, data }: ReceivedCall = JSON.parse(body)
    // It has what the document of the API says, and no more.
    deepStrictEqual(z.parse(EVENT_DATA[type], data), data)
    calls.push({ id: String(request.headers['webhook-id']), type, data, headers: request.headers, body })
    response.writeHead(reply.status, reply.headers).end(reply.body)
  })
  const { url, close } = await listen(server)
  return {
    url: `${url}/hook`,
    calls,
    close,
    /** How it answers from now on. */
    answer(status: number, body = '', headers: Record<string, string> = {}) {
      reply = { status, body, headers }
    },
  }
}
