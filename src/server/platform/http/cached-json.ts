/** Sends replies that are ready. They skip the schema serializer and the hooks, which cost more than all the rest. */
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptsEncoding } from './compress-replies.ts'
import { networkOf } from './rate-limits.ts'

/** A reply that is JSON already, checked against its schema when it was made. */
export interface ReadyJson {
  /** Bytes, or ASCII text: neither is encoded for each reply. */
  readonly body: Buffer | string
  readonly compressed: Buffer
  isCurrent(): boolean
  /** Called with the network of each visitor who looks at it (`isLook`), within every reply, so it must take no time. */
  onView?(network: string): void
}

/** Returns a copy, because the compressor's own buffer keeps 64 KB of memory. */
export function compressJson(json: Buffer | string): Buffer {
  const made = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const exact = Buffer.allocUnsafeSlow(made.length)
  made.copy(exact)
  return exact
}

export class CachedJson implements ReadyJson {
  readonly body: Buffer
  readonly isCurrent: () => boolean
  #compressed: Buffer | undefined

  constructor(text: string, isCurrent: () => boolean) {
    this.body = Buffer.from(text)
    this.isCurrent = isCurrent
  }

  get compressed(): Buffer {
    this.#compressed ??= compressJson(this.body)
    return this.#compressed
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly cachedHeaders: readonly string[]
  }
}

/** The part of a cached reply's header that is always the same, as alternating names and values. */
export function cachedHeaderLines(securityHeaders: Readonly<Record<string, string>>): readonly string[] {
  const type = { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' }
  return Object.entries({ ...securityHeaders, 'cache-control': 'no-store', ...type }).flat()
}

export type IsByMember = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Crawlers that run pages in a browser and name themselves. A Cubot is a phone. */
const BOTS = /(?<!cu)bot\b|crawl|spider/i

/** One of our pages asks in a browser, for no member, and not just to see what changed. A program can do the same. */
function isLook(request: FastifyRequest, reply: FastifyReply, isByMember: IsByMember): boolean {
  const { headers, method } = request
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['x-refresh'] !== undefined) return false
  return method === 'GET' && !BOTS.test(headers['user-agent'] ?? '') && !isByMember(request, reply)
}

function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyJson, isByMember: IsByMember): void {
  if (answer.onView && isLook(request, reply, isByMember)) answer.onView(networkOf(request.ip))
  const isCompressed = acceptsEncoding(request, 'br')
  const body = isCompressed ? answer.compressed : answer.body
  reply.hijack()
  const head = [...reply.server.cachedHeaders, 'x-request-id', request.id, 'content-length', String(body.length)]
  if (isCompressed) head.push('content-encoding', 'br')
  reply.raw.writeHead(200, head)
  reply.raw.end(request.method === 'HEAD' ? undefined : body, 'latin1')
}

export type MakeCachedJson = (request: FastifyRequest, reply: FastifyReply) => Promise<ReadyJson>

/** URLs of one route whose reply is at hand: the counties people are looking at now. */
const AT_HAND_MAX = 4_000
/** Longer than any county's; made-up parameters would fill the memory. */
const ADDRESS_LETTERS_MAX = 200

/** A reply that was sent before and is current goes out right after the hooks. */
export function cachedJsonHandlers(pattern: string, answer: MakeCachedJson, isByMember: IsByMember) {
  const atHand = new Map<string, ReadyJson>()
  return {
    onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const ready = atHand.get(request.url)
      if (ready?.isCurrent()) {
        request.pattern = pattern
        sendReady(request, reply, ready, isByMember)
      } else done()
    },
    async handler(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const ready = await answer(request, reply)
      if (atHand.size >= AT_HAND_MAX) atHand.clear()
      if (request.url.length <= ADDRESS_LETTERS_MAX) atHand.set(request.url, ready)
      sendReady(request, reply, ready, isByMember)
      return reply
    },
  }
}
