/** A card provider outside the store, with its own database, behind a proxy that can misbehave. */
import { once } from 'node:events'
import http from 'node:http'
import pg from 'pg'
import { createStripeSandbox } from '#sandbox/stripe/server.ts'
import { listen } from '#testing/listen.ts'
import { databaseUrl, execute, type PostgresCluster } from '#testing/postgres-cluster.ts'

/** What a reply can be instead of the provider's own. */
export type ProviderFault = '500 before' | '500 after' | '429' | 'reset' | 'nothing' | 'HTML'
export const PROVIDER_FAULTS: readonly ProviderFault[] = ['500 before', '500 after', '429', 'reset', 'nothing', 'HTML']

export type CardServer = Awaited<ReturnType<typeof startCardServer>>

const NO_ANSWER_MS = 30_000
const API_ERROR = JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong on our end.' } })
const SLOW_DOWN = JSON.stringify({
  error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow down.' },
})
const PAGE = '<html><body><h1>502 Bad Gateway</h1></body></html>'

function nameOf(method: string, path: string): string {
  if (path.endsWith('/cancel')) return 'cancel'
  if (path.startsWith('/v1/refunds')) return method === 'POST' ? 'refund' : 'list refunds'
  if (path.startsWith('/v1/payment_intents/')) return method === 'POST' ? 'update' : 'retrieve'
  return path.startsWith('/v1/payment_intents') && method === 'POST' ? 'create' : 'other'
}

/** Starts the provider. @param options.webhookUrl where its events go; null while no store listens */
export async function startCardServer(cluster: PostgresCluster, options: { webhookUrl: () => string | null }) {
  const name = `cards_${process.pid}_${Date.now()}`
  await execute(cluster.url, `create database ${name} template template0`)
  const pool = new pg.Pool({ connectionString: databaseUrl(cluster.url, name), max: 10 })
  pool.on('error', () => undefined)
  const log = { info: () => undefined, error: () => undefined }
  const sandbox = await createStripeSandbox({ pool, webhookUrl: options.webhookUrl, log })
  const broken: Record<string, number> = {}
  let draw: (call: string) => ProviderFault | null = () => null

  const pass = async (request: http.IncomingMessage, body: Buffer) => {
    const inner = http.request({
      host: sandbox.host,
      port: sandbox.port,
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: { ...request.headers, 'content-length': body.length },
    })
    inner.end(body)
    const [response] = (await once(inner, 'response')) as [http.IncomingMessage]
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode ?? 502, headers: response.headers, body: Buffer.concat(chunks) }
  }

  const door = http.createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const body = Buffer.concat(chunks)
      const call = nameOf(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/')
      const fault = draw(call)
      if (fault) broken[`${call} ${fault}`] = (broken[`${call} ${fault}`] ?? 0) + 1
      const json = { 'content-type': 'application/json' }
      if (fault === '500 before') return void response.writeHead(500, json).end(API_ERROR)
      if (fault === '429') return void response.writeHead(429, json).end(SLOW_DOWN)
      // Half of what gets lost was done before.
      if ((fault === 'reset' || fault === 'nothing' || fault === 'HTML') && Math.random() < 0.5)
        await pass(request, body)
      if (fault === 'reset') return void request.socket.resetAndDestroy()
      if (fault === 'nothing') return void setTimeout(() => request.socket.destroy(), NO_ANSWER_MS)
      if (fault === 'HTML') return void response.writeHead(502, { 'content-type': 'text/html' }).end(PAGE)
      const answer = await pass(request, body)
      if (fault === '500 after') return void response.writeHead(500, json).end(API_ERROR)
      response.writeHead(answer.status, answer.headers).end(answer.body)
    } catch {
      response.destroy()
    }
  })
  const { url, close } = await listen(door)
  return {
    pool,
    /** Where browsers confirm; nothing is broken there. */
    browserUrl: `http://${sandbox.host}:${sandbox.port}`,
    publishableKey: sandbox.publishableKey,
    /** Makes a store pay here, through the misbehaving proxy. */
    env: {
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
      STRIPE_API_BASE: url,
    },
    /** How often each call went wrong, such as `create 500 after`. */
    broken,
    /** @param next called for each call of the store: what goes wrong, or null for nothing */
    breakCalls(next: (call: string) => ProviderFault | null) {
      draw = next
    },
    async close() {
      await close()
      await sandbox.close()
      await pool.end()
    },
  }
}
