/** A stand-in for a collector of traces: takes OTLP over http as JSON, and shows a test what came. */
import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A span as it came, with its attributes as a record. */
export interface ReceivedSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, string | number>
  /** 2 is an error. */
  statusCode: number
}

interface OtlpValue {
  stringValue?: string
  intValue?: number
  doubleValue?: number
}
interface OtlpAttribute {
  key: string
  value: OtlpValue
}

const plainValue = ({ stringValue, intValue, doubleValue }: OtlpValue) => stringValue ?? intValue ?? doubleValue ?? ''

const recordOf = (attributes: OtlpAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]))

export type Collector = Awaited<ReturnType<typeof startCollector>>

/** Starts a collector. @param isHanging it takes connections and never answers */
export async function startCollector({ isHanging = false } = {}) {
  const bodies: { path: string; text: string }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push({ path: request.url ?? '', text })
    if (!isHanging) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const { url, close } = await listen(server)
  const cameAt = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text))
  return {
    url,
    close,
    /** Everything that came, as text. */
    text: () => bodies.map(({ text }) => text).join('\n'),
    spans: (): ReceivedSpan[] =>
      cameAt('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({
          name: span.name,
          traceId: span.traceId,
          spanId: span.spanId,
          parentSpanId: span.parentSpanId,
          attributes: recordOf(span.attributes),
          statusCode: span.status.code,
        })),
    metricNames: (): string[] =>
      cameAt('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .map(({ name }) => name),
  }
}
