/** A client that stops before the end of its body keeps it in memory, so few large bodies may be open at once. */
import { finished, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#server/platform/errors.ts'
import { seconds } from '../clock.ts'
import { NetworkPlaces, type PlaceLimits } from './trusted-proxies.ts'

/** Files: of the largest, 10 MB are in memory, and for a moment twice that. */
const FILE_LIMITS: PlaceLimits = { perNetworkMax: 10, perNodeMax: 50 }
/** Other bodies above `SMALL_BYTES_MAX`, which have 256 KB at most. */
const BODY_LIMITS: PlaceLimits = { perNetworkMax: 20, perNodeMax: 200 }
/** Nearly all bodies are smaller; those of all connections together fit into memory. */
const SMALL_BYTES_MAX = 16 * 1024
/** A connection that is to end is cut off after this much silence. Until then, a browser can read its reply. */
const SILENCE_MAX_MS = seconds(5)

/** Returns what gives it back. @throws Refusal `rate_limited` for the network, `unavailable` if the node is full */
export function takePlace(places: NetworkPlaces, { ip }: FastifyRequest, reply: FastifyReply): () => void {
  const full = places.fullFor(ip)
  if (full === null) return places.take(ip)
  reply.header('retry-after', '10')
  throw full === 'network' ? new Refusal('rate_limited.uploads') : new Refusal('unavailable')
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly fileFlights: NetworkPlaces
    readonly bodyFlights: NetworkPlaces
  }
}

function isLarge({ headers }: FastifyRequest): boolean {
  const declared = headers['content-length']
  return declared === undefined ? headers['transfer-encoding'] !== undefined : Number(declared) > SMALL_BYTES_MAX
}

const isUnread = ({ raw }: FastifyRequest): boolean => !raw.complete && !raw.readableEnded

/** What still comes is discarded as it comes: a browser that cannot finish sending never reads the reply. */
function endAfterReply(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  reply.header('connection', 'close')
  request.raw.resume()
  // Node calls this after the last reply of a connection. Its own would cut off a client that is still sending.
  socket.destroySoon = () => {
    socket.end()
    socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy())
  }
}

/** @param options.hasAddressMax see `NetworkPlaces` */
export function limitBodies(app: FastifyInstance, { hasAddressMax }: { hasAddressMax: boolean }): void {
  app.decorate('fileFlights', new NetworkPlaces(FILE_LIMITS, hasAddressMax))
  app.decorate('bodyFlights', new NetworkPlaces(BODY_LIMITS, hasAddressMax))
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.endpoint?.upload !== undefined || !isLarge(request)) return done(null, payload)
    if (request.is404) return done(new Refusal('not_found'))
    try {
      const giveBack = takePlace(app.bodyFlights, request, reply)
      finished(payload, giveBack)
      reply.raw.once('finish', giveBack)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isLarge(request) && isUnread(request)) endAfterReply(request, reply)
    done()
  })
}

/** A file cannot exceed its stated length; null if none is stated. */
export function declaredBytes(file: Readable): number | null {
  const declared = 'headers' in file ? (file.headers as FastifyRequest['headers'])['content-length'] : undefined
  return declared === undefined ? null : Number(declared)
}

/** Reads a file into memory. @returns null if it is longer than `most`; then it is not read, or not further */
export async function readUpload(file: Readable, most: number): Promise<Buffer | null> {
  if ((declaredBytes(file) ?? 0) > most) return null
  const parts: Buffer[] = []
  let size = 0
  // Stays open if reading stops early, so that the reply can be sent.
  for await (const part of file.iterator({ destroyOnReturn: false })) {
    size += part.length
    if (size > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
