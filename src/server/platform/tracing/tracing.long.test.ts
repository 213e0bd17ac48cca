/** Traces and metrics of the bundled store, and what it does without a collector that answers. */
import { afterEach, describe, expect, test } from 'vitest'
import { type Collector, startCollector } from '#testing/collector.ts'
import { NODE_ADMIN } from '#testing/faults/node-process.ts'
import { Shopper, setStockAt } from '#testing/faults/shopper.ts'
import { type StoreProcess, startStore } from '#testing/store-process.ts'
import { aTestDatabase } from '#testing/test-database.ts'

const VIP = '48453-vacant-vip-20'

const testDatabase = await aTestDatabase()
let collector: Collector | undefined
let store: StoreProcess | undefined
afterEach(async () => {
  store?.process.kill('SIGKILL')
  await store?.ended
  await collector?.close()
  store = undefined
  collector = undefined
})

const start = async (env: Record<string, string>) => {
  store = await startStore(testDatabase.url, {
    DEMO: '0',
    ADMIN_EMAIL: NODE_ADMIN.email,
    ADMIN_PASSWORD: NODE_ADMIN.password,
    ...env,
  })
  return store
}
const stop = async ({ process, ended }: StoreProcess) => {
  process.kill('SIGTERM')
  return ended
}

describe('the bundled store with a collector', () => {
  test('sends spans of a purchase with its SQL and jobs, and metrics, and nothing personal', async () => {
    collector = await startCollector()
    const { spans, metricNames, text } = collector
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
    await setStockAt(running.url, NODE_ADMIN, VIP, 5)
    const shopper = new Shopper(running.url)
    await shopper.reserve(VIP)
    const { body: payment } = await shopper.openPayment()
    await shopper.confirm(payment)
    const order = await shopper.recordOrder(payment.paymentId)
    const found = await fetch(`${running.url}/api/counties/Texas?secret=query-of-a-buyer`)
    const lost = await fetch(`${running.url}/api/counties/Atlantis`)
    await expect.poll(() => spans().some(({ name }) => name.startsWith('job ')), { timeout: 20_000 }).toBe(true)
    expect(await stop(running)).toBe(0)

    expect(order.status).toBe(200)
    const ofRequest = spans().find(({ attributes }) => attributes['request.id'] === found.headers.get('x-request-id'))
    expect(ofRequest).toMatchObject({
      name: 'GET /api/counties/:state',
      attributes: {
        'http.route': '/api/counties/:state',
        'http.response.status_code': 200,
        'http.request.method': 'GET',
      },
    })
    const isLost = spans().find(({ attributes }) => attributes['request.id'] === lost.headers.get('x-request-id'))
    expect(isLost?.attributes['http.response.status_code']).toBe(lost.status)

    const named = (name: string) => spans().filter((span) => span.name === name)
    const childrenOf = (parents: { spanId: string }[]) =>
      spans().filter(({ parentSpanId }) => parents.some(({ spanId }) => spanId === parentSpanId))
    const reserving = spans().filter(
      ({ attributes }) => attributes['http.route'] === '/api/packages/:packageId/reserve',
    )
    expect(reserving).toHaveLength(1)
    expect(childrenOf(reserving).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^\w+\.\w+$/))
    const jobs = spans().filter(({ name }) => name.startsWith('job '))
    expect(jobs[0]?.attributes).toMatchObject({ 'job.name': expect.any(String), 'job.id': expect.any(String) })
    expect(childrenOf(jobs)).not.toEqual([])
    expect(named('POST 127.0.0.1')).not.toEqual([])
    expect(metricNames()).toEqual(
      expect.arrayContaining(['http_request_duration_seconds', 'database_connections', 'timer_seconds_since_run']),
    )
    for (const secret of ['query-of-a-buyer', NODE_ADMIN.email, NODE_ADMIN.password, 'select ', payment.clientSecret])
      expect(text()).not.toContain(secret)
    expect(text()).not.toMatch(/[\w.]+@[\w-]+\.\w+/)
    expect(running.log()).toMatch(/"traceId":"[0-9a-f]{32}".*"msg":"answered"/)
  }, 120_000)

  test('drops everything with the sampler always_off', async () => {
    collector = await startCollector()
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' })
    await fetch(`${running.url}/api/counties/Texas`)
    expect(await stop(running)).toBe(0)

    expect(collector.spans()).toEqual([])
    expect(collector.metricNames()).toContain('http_request_duration_seconds')
  }, 60_000)
})

test.each(['gone', 'hanging'])(
  'a collector that is %s neither slows requests nor keeps the store from stopping',
  async (how) => {
    collector = await startCollector({ isHanging: true })
    const address = collector.url
    if (how === 'gone') {
      await collector.close()
      collector = undefined
    }
    const running = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: address })
    const answers: number[] = []
    // More spans than are kept waiting.
    for (let round = 0; round < 100; round += 1) {
      const asked = Array.from({ length: 30 }, () => fetch(`${running.url}/api/counties/Texas`))
      for (const { status } of await Promise.all(asked)) answers.push(status)
    }

    expect(new Set(answers)).toEqual(new Set([200]))
    expect(await stop(running)).toBe(0)
    expect(running.said()).not.toContain('Not everything ended in time')
    const lines = running.log().split('the collector of traces did not take what was sent').length - 1
    expect(lines).toBeLessThanOrEqual(2)
  },
  90_000,
)

/** Reports each module of OpenTelemetry that Node loads. */
const REPORT_LOADS = `import{registerHooks}from'node:module';registerHooks({load(url,context,next){if(/opentelemetry|fastify.otel/.test(url))console.error('loads '+url);return(next(url,context))}})`

test('without a collector, no module of OpenTelemetry is loaded', async () => {
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORT_LOADS)}` }
  const dark = await start(env)
  await stop(dark)
  collector = await startCollector()
  const traced = await start({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })

  expect(dark.said()).not.toContain('loads ')
  // The same look finds them where they are.
  expect(traced.said()).toMatch(/loads .*@opentelemetry\/sdk-trace/)
}, 60_000)
