/**
 * Traces of requests and jobs with their SQL, and metrics, sent to a collector by OTLP. The libraries are loaded inside
 * the function: an import at the top of this file would load them in every store, because the server is one bundle.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { SpanExporter } from '@opentelemetry/sdk-trace-base'
import pg from 'pg'
import { seconds } from '../clock.ts'
import { patternOf } from '../http/route-pattern.ts'
import { addToRequestLog, type Log, loggablePath } from '../logging.ts'
import { oncePerMinute } from '../once-per-minute.ts'
import { metricProducer } from './metric-producer.ts'
import { traceOutgoingCalls } from './outgoing-calls.ts'
import { withoutPersonalData } from './plain-spans.ts'
import type { Tracing } from './tracing.ts'

/** Spans beyond it are dropped, so a collector that does not answer costs at most this much memory. */
const SPANS_WAITING_MAX = 2_048
const SEND_WITHIN_MS = seconds(5)
const SEND_METRICS_EVERY_MS = seconds(15)
/** How long a stop waits for the collector. */
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
  const contexts = new AsyncLocalStorageContextManager().enable()
  api.context.setGlobalContextManager(contexts)
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

/** Names a statement without a name, such as `begin`, without any value it may have. */
const firstWord = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement'
