/** A customer who pays a link over HTTP, for tests about what comes after. */
import type { SentLink } from './members.ts'
import type { Store } from './store.ts'

type Json = ReturnType<typeof JSON.parse>

async function ask(url: string, init: RequestInit = {}): Promise<Json> {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${await response.text()}`)
  return response.json()
}

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Opens, pays and reports a link with one of the sandbox's cards, by its name. */
export async function payLink(store: Store, link: SentLink, card = 'pm_card_visa'): Promise<void> {
  const { payments } = await ask(`${store.url}/api/config`)
  const payment = await ask(
    `${store.url}/api/create-payment-intent`,
    post({ amount: Number(link.total), paymentType: 'payment-request', token: link.token }),
  )
  await ask(`${store.url}/sandbox/stripe/v1/payment_intents/${payment.paymentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.publishableKey}` },
    body: new URLSearchParams({ client_secret: payment.clientSecret, payment_method: card }),
  })
  await ask(`${store.url}/api/payment-request/${link.token}/pay`, post({ paymentId: payment.paymentId }))
}
