/** Spans as they leave the store: only what is listed here, whatever the libraries put into them. */
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'

/**
 * The attributes that may leave. A list of what is allowed, because libraries add others with each version: SQL texts,
 * whole addresses, messages of errors that quote a value.
 */
const ALLOWED = new Set([
  'request.id',
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.path',
  'server.address',
  'server.port',
  'db.system.name',
  'db.namespace',
  'error.type',
  'job.name',
  'job.id',
  'job.attempt',
])

/** Returns a span without events, links, messages and attributes that are not listed. */
function plainSpan(span: ReadableSpan): ReadableSpan {
  const { name, kind, parentSpanContext, startTime, endTime, duration, ended, resource, instrumentationScope } = span
  return {
    name,
    kind,
    ...(parentSpanContext ? { parentSpanContext } : {}),
    spanContext: () => span.spanContext(),
    startTime,
    endTime,
    duration,
    ended,
    resource,
    instrumentationScope,
    status: { code: span.status.code },
    attributes: Object.fromEntries(Object.entries(span.attributes).filter(([name]) => ALLOWED.has(name))),
    links: [],
    events: [],
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

/**
 * Returns an exporter that sends plain spans through another.
 *
 * @param onFailed called with the reason when spans were not taken
 */
export function withoutPersonalData(exporter: SpanExporter, onFailed: (reason: unknown) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans.map(plainSpan), (result) => {
        if (result.code !== 0) onFailed(result.error)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
