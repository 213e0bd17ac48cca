import { expect, test } from 'vitest'
import { openedPayment } from '#testing/builders.ts'
import { startCollector } from '#testing/collector.ts'
import { createTestApp } from '#testing/test-app.ts'

const VIP = '48453-vacant-vip-20'

test('a purchase and a login are spans with their SQL as children, and nothing personal is in them', async () => {
  const collector = await startCollector()
  const store = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  await store.setStock(VIP, 5)
  const { buyer, payment } = await openedPayment(store, VIP)
  await buyer.confirm(payment)
  expect((await buyer.recordOrder({ paymentId: payment.paymentId })).status).toBe(200)
  const login = { email: 'nobody@example.com', password: 'a-password-of-nobody' }
  await store.app.server.inject({ method: 'POST', url: '/api/login?secret=query-of-a-buyer', payload: login })
  await store.close()
  await collector.close()

  const childrenOf = (name: string) => {
    const parents = collector.spans().filter((span) => span.name === name)
    expect(parents).toHaveLength(1)
    return collector.spans().filter(({ parentSpanId }) => parentSpanId === parents[0]?.spanId)
  }
  for (const name of ['POST /api/login', 'PUT /api/packages/:packageId/reserve'])
    expect(childrenOf(name).map((child) => child.name)).toContainEqual(expect.stringMatching(/^\w+\.\w+$/))
  const { fullName, email } = buyer.contactInfo
  for (const secret of ['query-of-a-buyer', 'nobody', fullName, email, 'select ', payment.clientSecret])
    expect(collector.text()).not.toContain(secret)
  expect(collector.text()).not.toMatch(/[\w.]+@[\w-]+\.\w+/)
})
