/** A thread that reads the reference page's script from its package and compresses it. See serve-reference.ts. */
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { brotliCompress, constants, gzip } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

// The package contains the script, but exposes it only as a route.
const app = Fastify()
await app.register(scalar, { routePrefix: '/reference', configuration: { content: {} } })
const { body } = await app.inject('/reference/js/scalar.js')
const [br, zipped] = await Promise.all([
  promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  promisify(gzip)(body),
])
parentPort?.postMessage({ br, gzip: zipped })
