/**
 * Spans of HTTP calls to the outside world (card provider, SMS service). Node announces them itself, so nothing has to
 * be patched, and it works in the bundle as from source.
 */
import { channel } from 'node:diagnostics_channel'
import type { Span, Tracer } from '@opentelemetry/api'

type Api = typeof import('@opentelemetry/api')

/** What Node's two clients announce: `http` a ClientRequest, `fetch` a request of undici. */
interface Announced {
  request: object
  response?: { statusCode?: number }
  error?: unknown
}

const STARTS = ['http.client.request.start', 'undici:request:create']
const ANSWERS = ['http.client.response.finish', 'undici:request:headers']
const ERRORS = ['http.client.request.error', 'undici:request:error']

function hostOf(request: object): string {
  const host: unknown = Reflect.get(request, 'host')
  if (typeof host === 'string') return host
  const origin = String(Reflect.get(request, 'origin'))
  return URL.canParse(origin) ? new URL(origin).hostname : 'unknown'
}

/** Starts a span for each call made within a span: method, host and status, never the path. Returns what ends it. */
export function traceOutgoingCalls(api: Api, tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const onStart = (message: unknown) => {
    const { request } = message as Announced
    if (!api.trace.getActiveSpan()) return
    const method = String(Reflect.get(request, 'method'))
    const host = hostOf(request)
    spans.set(
      request,
      tracer.startSpan(`${method} ${host}`, {
        kind: api.SpanKind.CLIENT,
        attributes: { 'http.request.method': method, 'server.address': host },
      }),
    )
  }
  const onAnswer = (message: unknown) => {
    const { request, response } = message as Announced
    const span = spans.get(request)
    if (response?.statusCode) span?.setAttribute('http.response.status_code', response.statusCode)
    span?.end()
    spans.delete(request)
  }
  const onError = (message: unknown) => {
    const { request } = message as Announced
    spans.get(request)?.setStatus({ code: api.SpanStatusCode.ERROR }).end()
    spans.delete(request)
  }
  const all = [
    ...STARTS.map((name) => ({ name, hear: onStart })),
    ...ANSWERS.map((name) => ({ name, hear: onAnswer })),
    ...ERRORS.map((name) => ({ name, hear: onError })),
  ]
  for (const { name, hear } of all) channel(name).subscribe(hear)
  return () => {
    for (const { name, hear } of all) channel(name).unsubscribe(hear)
  }
}
