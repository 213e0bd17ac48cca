/** Traces and metrics by OTLP. The bundle would load the libraries in every store if the imports were here. */
import { channel } from 'node:diagnostics_channel'
import { setTimeout as wait } from 'node:timers/promises'
import type { HrTime, Span, Tracer } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { MetricData, MetricProducer } from '@opentelemetry/sdk-metrics'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base'
import pg from 'pg'
import { seconds } from '#server/platform/clock.ts'
import { patternOf } from '#server/platform/http/endpoint.ts'
import type { MetricsSource } from '#server/platform/http/metrics.ts'
import { addToRequestLog, type Log, loggablePath, oncePerMinute } from '#server/platform/logging.ts'
import type { Tracing } from './tracing.ts'

interface Announced {
  request: object
  response?: { statusCode?: number }
  error?: unknown
}

function hostOf(request: object): string {
  const host: unknown = Reflect.get(request, 'host')
  return typeof host === 'string' ? host : (URL.parse(String(Reflect.get(request, 'origin')))?.hostname ?? 'unknown')
}

/** For each HTTP call within a span: method, host and status, never the path. Returns what ends it. */
export function traceOutgoingCalls(api: typeof import('@opentelemetry/api'), tracer: Tracer): () => void {
  const spans = new WeakMap<object, Span>()
  const onStart = (message: unknown) => {
    const { request } = message as Announced
    if (!api.trace.getActiveSpan()) return
    const method = String(Reflect.get(request, 'method'))
    const host = hostOf(request)
    const attributes = { 'http.request.method': method, 'server.address': host }
    spans.set(request, tracer.startSpan(`${method} ${host}`, { kind: api.SpanKind.CLIENT, attributes }))
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
  const heard = {
    'http.client.request.start': onStart,
    'undici:request:create': onStart,
    'http.client.response.finish': onAnswer,
    'undici:request:headers': onAnswer,
    'http.client.request.error': onError,
    'undici:request:error': onError,
  }
  for (const [name, hear] of Object.entries(heard)) channel(name).subscribe(hear)
  return () => {
    for (const [name, hear] of Object.entries(heard)) channel(name).unsubscribe(hear)
  }
}

/** What may leave the store. Libraries add others with each version: SQL, whole addresses, errors that quote values. */
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

/** Sends plain spans through another exporter. @param onFailed called with the reason when spans were not taken */
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

const toHrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]

/** Translates what `/metrics` shows, name by name, without the histogram of garbage collections, which no one uses. */
export function metricProducer(
  source: MetricsSource,
  { metrics, resource }: { metrics: typeof import('@opentelemetry/sdk-metrics'); resource: Resource },
): MetricProducer {
  const startTime = toHrTime(performance.timeOrigin)
  const { DataPointType, AggregationTemporality } = metrics
  const describe = (name: string, description: string) => ({ name, description, unit: '', valueType: 1 })

  return {
    async collect() {
      const times = { startTime, endTime: toHrTime(performance.timeOrigin + performance.now()) }
      const plain = (await source.registry.getMetricsAsJSON()).flatMap(({ name, help, type, values }): MetricData[] => {
        const dataPoints = values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }))
        const shared = {
          descriptor: describe(name, help),
          aggregationTemporality: AggregationTemporality.CUMULATIVE,
          dataPoints,
        }
        if (`${type}` === 'counter') return [{ ...shared, dataPointType: DataPointType.SUM, isMonotonic: true }]
        if (`${type}` === 'gauge') return [{ ...shared, dataPointType: DataPointType.GAUGE }]
        return []
      })
      const { name, help, bounds, series } = source.durations()
      const durations: MetricData = {
        descriptor: describe(name, help),
        aggregationTemporality: AggregationTemporality.CUMULATIVE,
        dataPointType: DataPointType.HISTOGRAM,
        dataPoints: series.map(({ method, route, status, counts, count, seconds }) => ({
          ...times,
          attributes: { method, route, status: String(status) },
          value: { count, sum: seconds, buckets: { boundaries: [...bounds], counts: [...counts] } },
        })),
      }
      const scopeMetrics = [{ scope: { name: 'leadyard' }, metrics: [...plain, durations] }]
      return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
    },
  }
}

/** Spans beyond it are dropped, so a collector that does not answer costs at most this much memory. */
const SPANS_WAITING_MAX = 2_048
const SEND_WITHIN_MS = seconds(5)
const SEND_METRICS_EVERY_MS = seconds(15)
const FLUSH_WITHIN_MS = seconds(2)
/** Asked every few seconds by machines; their spans would bury the others. */
const UNTRACED = /^\/(healthz|readyz|metrics)(\?|$)/

/** Starts sending to the collector at `endpoint`. It is not asked whether it is there. */
export async function startTracing(options: { endpoint: string; serviceName: string; log: Log }): Promise<Tracing> {
  const [api, { AsyncLocalStorageContextManager }, sdk, otlpTraces, otlpMetrics, metrics, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/sdk-trace-base'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/exporter-metrics-otlp-http'),
      import('@opentelemetry/sdk-metrics'),
      import('@opentelemetry/resources'),
    ])
  const [{ PgInstrumentation }, { FastifyOtelInstrumentation }] = await Promise.all([
    import('@opentelemetry/instrumentation-pg'),
    import('@fastify/otel'),
  ])
  const warn = oncePerMinute(options.log)
  const tell = (what: string) => (reason: unknown) =>
    warn({ what, reason: String(reason) }, 'the collector of traces did not take what was sent; it is dropped')
  const to = (path: string) => ({ url: `${options.endpoint}${path}`, timeoutMillis: SEND_WITHIN_MS })
  const resource = resourceFromAttributes({
    'service.name': options.serviceName,
    'service.instance.id': `${process.pid}`,
  })

  const exporter: SpanExporter = new otlpTraces.OTLPTraceExporter(to('/v1/traces'))
  const provider = new sdk.BasicTracerProvider({
    resource,
    // Its sampler comes from OTEL_TRACES_SAMPLER, which the library reads itself.
    spanProcessors: [
      new sdk.BatchSpanProcessor(withoutPersonalData(exporter, tell('traces')), {
        maxQueueSize: SPANS_WAITING_MAX,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const tracer = provider.getTracer('leadyard')

  // The library patches modules as they are loaded, which does nothing in a bundle. So it is handed the class itself.
  const ofDatabase = new PgInstrumentation({
    enabled: false,
    requireParentSpan: true,
    requestHook: (span, { query }) => span.updateName(query.name ?? firstWord(query.text)),
  })
  ofDatabase.setTracerProvider(provider)
  Reflect.apply(Reflect.get(ofDatabase, '_patchPgClient'), ofDatabase, [pg.Client])
  const stopOutgoing = traceOutgoingCalls(api, tracer)

  const ofRequests = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => UNTRACED.test(url),
    requestHook(span, request) {
      span.updateName(`${request.method} ${patternOf(request) ?? 'none'}`)
      span.setAttributes({ 'url.path': loggablePath(request.url), 'request.id': request.id })
      addToRequestLog(request.log, { traceId: span.spanContext().traceId })
    },
  })
  ofRequests.setTracerProvider(provider)
  let sender: InstanceType<typeof metrics.MeterProvider> | undefined

  return {
    async watchRequests(app) {
      await app.register(ofRequests.plugin())
      // A body arrives in the context of its connection, so the request's own is taken up again after it.
      app.addHook('preValidation', (request, _reply, done) => {
        const { context } = request.opentelemetry()
        if (context) api.context.with(context, done)
        else done()
      })
    },
    runJob: (job, work) =>
      tracer.startActiveSpan(
        `job ${job.name}`,
        {
          root: true,
          kind: api.SpanKind.CONSUMER,
          attributes: { 'job.name': job.name, 'job.id': job.id, 'job.attempt': job.attempt },
        },
        async (span) => {
          try {
            return await work()
          } catch (error) {
            span.setStatus({ code: api.SpanStatusCode.ERROR })
            throw error
          } finally {
            span.end()
          }
        },
      ),
    exportMetrics(source) {
      const reader = new metrics.PeriodicExportingMetricReader({
        exporter: new otlpMetrics.OTLPMetricExporter(to('/v1/metrics')),
        exportIntervalMillis: SEND_METRICS_EVERY_MS,
        exportTimeoutMillis: SEND_WITHIN_MS,
        metricProducers: [metricProducer(source, { metrics, resource })],
      })
      sender = new metrics.MeterProvider({ resource, readers: [reader] })
    },
    async stop() {
      const flushed = Promise.allSettled([provider.shutdown(), sender?.shutdown()])
      await Promise.race([flushed, wait(FLUSH_WITHIN_MS, undefined, { ref: false })])
      Reflect.apply(Reflect.get(ofDatabase, '_unpatchPgClient'), ofDatabase, [pg.Client])
      stopOutgoing()
      api.context.disable()
    },
  }
}

/** Names a nameless statement, such as `begin`, without any value it may have. */
const firstWord = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
