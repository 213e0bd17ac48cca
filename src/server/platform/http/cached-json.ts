/**
 * Replies that are ready. They skip the schema serializer, which expects the object, and the hooks that would look at the bytes
 * again; together those cost more than everything else in such a reply.
 */
import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from './rate-limits.ts'

/** A reply that already is JSON, checked against its schema when it was made. */
export interface ReadyJson {
  /** Bytes, or a text that is ASCII: then neither has to be encoded for each reply. */
  readonly body: Buffer | string
  /** The same, compressed once for all who want it so. */
  readonly compressed: Buffer
  /** Whether it may still be sent to somebody who asks for the same address. */
  isCurrent(): boolean
  /** Told the network of each visitor who looks at it, see `isLook`. On the way of every reply: it must take no time. */
  onLook?(network: string): void
}

/** Compresses JSON with Brotli. The answer is a copy, because the compressor's own keeps 64 KB of memory. */
export function compressJson(json: Buffer | string): Buffer {
  const made = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  const exact = Buffer.allocUnsafeSlow(made.length)
  made.copy(exact)
  return exact
}

/** A reply that is kept as it is sent. */
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
    /** What the header of every cached reply begins with, see `cachedHeaderLines`. */
    readonly cachedHeaders: readonly string[]
  }
}

/** The part of a cached reply's header that is always the same, as names and values in turn. */
export function cachedHeaderLines(securityHeaders: Readonly<Record<string, string>>): readonly string[] {
  const headers = {
    ...securityHeaders,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  }
  return Object.entries(headers).flat()
}

/** Says whether a member of the team asks. */
export type IsByMember = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Whether somebody who is not of the team looks at it: a page of ours asks in a browser (which says so itself, where
 * programs and crawlers do not), and not only to see what changed, which our pages mark with `x-refresh`. A program can send
 * the same headers, so whoever counts looks must go by the network.
 */
function isLook(request: FastifyRequest, reply: FastifyReply, isByMember: IsByMember): boolean {
  const { headers, method } = request
  if (headers['sec-fetch-site'] !== 'same-origin' || headers['x-refresh'] !== undefined) return false
  return method === 'GET' && !isByMember(request, reply)
}

function sendReady(request: FastifyRequest, reply: FastifyReply, answer: ReadyJson, isByMember: IsByMember): void {
  if (answer.onLook && isLook(request, reply, isByMember)) answer.onLook(networkOf(request.ip))
  const accepted = request.headers['accept-encoding']
  const isCompressed = accepted !== undefined && /\bbr\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/.test(String(accepted))
  const body = isCompressed ? answer.compressed : answer.body
  reply.hijack()
  const head = [...reply.server.cachedHeaders, 'x-request-id', request.id, 'content-length', String(body.length)]
  if (isCompressed) head.push('content-encoding', 'br')
  reply.raw.writeHead(200, head)
  reply.raw.end(request.method === 'HEAD' ? undefined : body, 'latin1')
}

export type MakeCachedJson = (request: FastifyRequest, reply: FastifyReply) => Promise<ReadyJson>

/** Addresses of one route whose reply is cached: the counties that are looked at now. */
const AT_HAND_MAX = 4_000
/** Longer than any county's; made-up parameters would fill the memory. */
const ADDRESS_LETTERS_MAX = 200

/**
 * How a route answers whose replies are cached. What was sent for the same address before, and is current, goes out
 * after the hooks that every request passes and before everything else: an earlier request has been through that.
 *
 * @param answer makes the reply; what it throws is answered as usual
 */
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
