/**
 * Bodies in flight: a client that stops sending before the end of its body keeps what came of it in memory until its
 * time is over. So few of them may be open at once, and what is refused unread ends its connection.
 */
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

/**
 * A connection that is to end is cut off after this much silence. Until then, a browser that is still sending can read
 * its reply.
 */
const SILENCE_MAX_MS = seconds(5)

/**
 * Takes a place for a body until the returned function is called, which may be called again.
 *
 * @throws Refusal `rate_limited` for this network, `unavailable` if the node is full
 */
export function takePlace(places: NetworkPlaces, { ip }: FastifyRequest, reply: FastifyReply): () => void {
  const full = places.fullFor(ip)
  if (full === null) return places.take(ip)
  reply.header('retry-after', '10')
  throw full === 'network' ? new Refusal('rate_limited.uploads') : new Refusal('unavailable')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The files that are being received, and the other large bodies. */
    readonly fileFlights: NetworkPlaces
    readonly bodyFlights: NetworkPlaces
  }
}

/** Whether a body may be large: it says so, or does not say how long it is. */
function isLarge({ headers }: FastifyRequest): boolean {
  const declared = headers['content-length']
  return declared === undefined ? headers['transfer-encoding'] !== undefined : Number(declared) > SMALL_BYTES_MAX
}

/** Whether bytes of the body may still come. */
const isUnread = ({ raw }: FastifyRequest): boolean => !raw.complete && !raw.readableEnded

/**
 * Ends the connection after this reply. What still comes is discarded as long as it keeps coming, because a browser that
 * cannot finish sending never reads the reply.
 */
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

/**
 * Limits bodies in flight on a server.
 *
 * @param options.hasAddressMax false lifts the maximum per network, as `RATE_LIMITS=off` does for load tests
 */
export function limitBodies(app: FastifyInstance, { hasAddressMax }: { hasAddressMax: boolean }): void {
  const of = (limits: PlaceLimits) =>
    new NetworkPlaces(hasAddressMax ? limits : { ...limits, perNetworkMax: limits.perNodeMax })
  app.decorate('fileFlights', of(FILE_LIMITS))
  app.decorate('bodyFlights', of(BODY_LIMITS))
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.endpoint?.upload !== undefined || !isLarge(request)) return done(null, payload)
    // Nothing at this address would read it.
    if (request.is404) return done(new Refusal('not_found'))
    try {
      const giveBack = takePlace(app.bodyFlights, request, reply)
      finished(payload, giveBack)
      // What comes after the reply is discarded, and takes no memory.
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

/** The stated length of a file, which it cannot exceed; null if none is stated. */
export function declaredBytes(file: Readable): number | null {
  const declared = 'headers' in file ? (file.headers as FastifyRequest['headers'])['content-length'] : undefined
  return declared === undefined ? null : Number(declared)
}

/**
 * Reads a file into memory.
 *
 * @returns null if it is longer than `most`; then it is not read, or not further
 */
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
