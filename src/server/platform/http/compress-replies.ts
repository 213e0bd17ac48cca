import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Small enough to pay for itself at every reply. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** For the routes that are registered in this scope from here on: the library costs a tenth of a small reply. */
export async function compressReplies(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    globalDecompression: false,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: BROTLI,
  })
}

/** Of `accept-encoding`; `q=0` says that a client does not read it. */
const NAMED = { br: /\bbr\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/, gzip: /\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/ }

export const acceptsEncoding = ({ headers }: FastifyRequest, encoding: keyof typeof NAMED): boolean =>
  NAMED[encoding].test(String(headers['accept-encoding'] ?? ''))

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Compresses a page, and sets headers: the plugin leaves handlers of what is not found alone, which answer pages. */
export async function compressText(request: FastifyRequest, reply: FastifyReply, text: string) {
  reply.header('vary', 'accept-encoding')
  if (acceptsEncoding(request, 'br')) {
    reply.header('content-encoding', 'br')
    return toBrotli(text, BROTLI)
  }
  if (acceptsEncoding(request, 'gzip')) {
    reply.header('content-encoding', 'gzip')
    return toGzip(text)
  }
  return text
}
