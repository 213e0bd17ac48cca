/** Recognizes calls from the same machine with nothing in between. */
import type { FastifyRequest } from 'fastify'
import { isLoopbackHost } from '../loopback.ts'

/** Headers by which a proxy says that it asks for someone else. */
const PROXY_HEADER =
  /^(x-forwarded(-.+)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|forwarded|via|(cf|fastly|fly)-.+)$/

const PORT = /:\d{1,5}$/

/**
 * Whether a request comes straight from this machine: over loopback, through no proxy, to a loopback address. The
 * socket's own address counts, since a stranger can write any header. But a proxy on this machine has a loopback socket
 * too, and a stranger's page can make its own name lead here (DNS rebinding). nginx speaks HTTP/1.0 to the server
 * behind it, by default without saying anything about the client.
 */
export function isDirectFromHere({ raw, socket }: FastifyRequest): boolean {
  const { headers, httpVersion } = raw
  return (
    isLoopbackHost(socket.remoteAddress ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => PROXY_HEADER.test(name)) &&
    isLoopbackHost((headers.host ?? '').replace(PORT, ''))
  )
}
