/** Serves the API reference at `/api` and the client that it offers (docs/decisions/0068-api-keys.md). */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { gunzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Actor } from '../context.ts'
import { escapeHtml } from '../escape-html.ts'
import { acceptsEncoding, compressText } from '../http/compress-replies.ts'
import { acceptsKeyOf, type DescribeApi } from '../http/openapi.ts'
import { writeClient } from './client-text.ts'
import { referencePolicy, writeReferencePage } from './reference-page.ts'

const SCRIPT = '/api-reference.js'

interface Script {
  br: Uint8Array
  gzip: Uint8Array
}

/** Reads the script in a thread, so that only the compressed one stays in memory, a third of 5 MB. */
async function readScript(): Promise<Script> {
  const worker = new Worker(new URL('./reference-script-thread.ts', import.meta.url))
  const [[script]]: [Script[], unknown] = await Promise.all([once(worker, 'message'), once(worker, 'exit')])
  if (!script) throw new Error('the thread ended without the script')
  return script
}

/**
 * Adds the page, its script and the client. Each shows the calls that a key of the caller may make; strangers are
 * treated as buyers.
 */
export function serveReference(
  app: FastifyInstance,
  options: {
    endpoints: readonly Endpoint[]
    titleOf: () => string
    describe: DescribeApi
    contextOf: (request: FastifyRequest, reply: FastifyReply) => { readonly actor: Actor }
  },
): void {
  const { endpoints, titleOf, describe, contextOf } = options
  const hidden = { schema: { hide: true } }
  let script: Promise<Script> | null = null
  // Made when someone first opens the page; a failure is not kept.
  const getScript = () => {
    script ??= readScript().catch((error) => {
      script = null
      throw error
    })
    return script
  }

  // Writing one takes up to 80 ms of a core.
  const clients = new Map<string, Promise<string>>()
  const clientOf = (actor: Actor): Promise<string> => {
    const readers = actor.kind === 'member' ? actor.role : 'buyers'
    const text = clients.get(readers) ?? writeClient(endpoints.filter((endpoint) => acceptsKeyOf(endpoint, actor)))
    clients.set(readers, text)
    return text
  }

  app.get('/api', hidden, async (request, reply) => {
    const { actor } = contextOf(request, reply)
    const nonce = randomBytes(16).toString('base64')
    const page = writeReferencePage({
      title: escapeHtml(titleOf()),
      nonce,
      document: describe(actor, (endpoint) => acceptsKeyOf(endpoint, actor)),
      script: SCRIPT,
    })
    reply
      .header('content-security-policy', referencePolicy(nonce))
      .header('cache-control', 'no-store')
      // A page with an origin of its own cannot share a process by origin with the other pages, and browsers would warn
      // about it.
      .header('origin-agent-cluster', '?0')
      .type('text/html; charset=utf-8')
    return reply.send(await compressText(request, reply, page))
  })

  app.get(SCRIPT, hidden, async (request, reply) => {
    const { br, gzip } = await getScript()
    reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'accept-encoding')
      // The page has an origin of its own.
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('text/javascript; charset=utf-8')
    if (acceptsEncoding(request, 'br')) return reply.header('content-encoding', 'br').send(br)
    if (acceptsEncoding(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(gzip)
    return reply.send(await promisify(gunzip)(gzip))
  })

  app.get('/api/client.ts', { ...hidden, config: { key: 'any' } }, async (request, reply) => {
    const text = await clientOf(contextOf(request, reply).actor)
    reply
      .header('cache-control', 'no-store')
      .header('content-disposition', 'attachment; filename="store-client.ts"')
      .type('text/plain; charset=utf-8')
    return reply.send(await compressText(request, reply, text))
  })
}
