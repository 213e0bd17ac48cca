import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses replies of 2 KB and more, for the routes registered in this scope from here on. A separate scope, because
 * the library's work per request costs a tenth of a small reply even if it compresses nothing.
 */
export async function compressReplies(scope: FastifyInstance): Promise<void> {
  await scope.register(compress, {
    globalDecompression: false,
    threshold: 2_048,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  })
}
