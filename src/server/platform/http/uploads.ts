/**
 * Bodies in flight: a client that stops sending before the end of its body keeps what came of it in memory until its
 * time is over. So few of them may be open at once, and what is refused unread ends its connection.
 */
import { finished, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { seconds } from '../clock.ts'
import { Refusal } from '../refusal.ts'
import { networkOf } from './rate-limits.ts'

interface FlightLimits {
  /** An office shares an address. */
  perNetworkMax: number
  perNodeMax: number
}

/** Files: at most 10 MB of each are in memory. */
const FILE_LIMITS: FlightLimits = { perNetworkMax: 10, perNodeMax: 50 }

/** Other bodies above `SMALL_BYTES_MAX`, which have 256 KB at most. */
const BODY_LIMITS: FlightLimits = { perNetworkMax: 20, perNodeMax: 200 }
/** Nearly all bodies are smaller; those of all connections together fit into memory. */
const SMALL_BYTES_MAX = 16 * 1024

/** A connection that is to end is cut off after so much silence. Until then, a browser that is still sending can read its reply. */
const SILENCE_MAX_MS = seconds(5)

/** Bodies of one kind that are being received by this node. */
class Flights {
  readonly #limits: FlightLimits
  readonly #perNetwork = new Map<string, number>()
  #count = 0

  constructor(limits: FlightLimits) {
    this.#limits = limits
  }

  /** How many there are. */
  get count(): number {
    return this.#count
  }

  /**
   * Takes a place until the returned function is called, which may be called again.
   *
   * @throws Refusal `rate_limited` for this network, `unavailable` if the node is full
   */
  enter({ ip }: FastifyRequest, reply: FastifyReply): () => void {
    const network = networkOf(ip)
    const others = this.#perNetwork.get(network) ?? 0
    const isNetworkFull = others >= this.#limits.perNetworkMax
    if (isNetworkFull || this.#count >= this.#limits.perNodeMax) {
      reply.header('retry-after', '10')
      throw isNetworkFull ? new Refusal('rate_limited.uploads') : new Refusal('unavailable')
    }
    this.#count += 1
    this.#perNetwork.set(network, others + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#count -= 1
      const left = (this.#perNetwork.get(network) ?? 1) - 1
      if (left > 0) this.#perNetwork.set(network, left)
      else this.#perNetwork.delete(network)
    }
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The files that are being received, and the other large bodies. */
    readonly fileFlights: Flights
    readonly bodyFlights: Flights
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
  const of = (limits: FlightLimits) =>
    new Flights(hasAddressMax ? limits : { ...limits, perNetworkMax: limits.perNodeMax })
  app.decorate('fileFlights', of(FILE_LIMITS))
  app.decorate('bodyFlights', of(BODY_LIMITS))
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.routeOptions.config.endpoint?.upload !== undefined || !isLarge(request)) return done(null, payload)
    try {
      finished(payload, app.bodyFlights.enter(request, reply))
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

/** How long a file says it is; null if it does not say. It cannot be longer than that. */
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
