/** A stand-in for a collector of traces: takes OTLP over http as JSON, and shows a test what came. */
import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** Attributes come as a list, each value under the name of its type. */
const recordOf = (attributes: { key: string; value: Record<string, string | number> }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']))

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
    spans: () =>
      cameAt('/v1/traces')
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({
          name: span.name as string,
          traceId: span.traceId as string,
          spanId: span.spanId as string,
          parentSpanId: span.parentSpanId as string | undefined,
          attributes: recordOf(span.attributes),
          /** 2 is an error. */
          statusCode: span.status.code as number,
        })),
    metricNames: (): string[] =>
      cameAt('/v1/metrics')
        .flatMap(({ resourceMetrics }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .map(({ name }) => name),
  }
}
