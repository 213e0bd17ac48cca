import type { Page, Request } from 'playwright-core'
import type { CardServer } from './card-server.ts'

/** No such host exists; the test answers for it. */
const BANK = 'https://bank.test'
const ANSWERS = { complete: 'Approve', fail: 'Refuse' } as const

/** From now on 3-D Secure on this page goes to the bank's page: "Approve" and "Refuse" end it and lead back. */
export async function useBankPage(page: Page, cardServer: CardServer): Promise<void> {
  const asked = { paymentId: '', secret: '', returnUrl: '' }
  await page.route('**/v1/payment_intents/*/confirm', async (route) => {
    const response = await route.fetch()
    const intent = await response.json()
    if (intent.status !== 'requires_action') return route.fulfill({ response })
    asked.returnUrl = new URLSearchParams(route.request().postData() ?? '').get('return_url') ?? ''
    asked.paymentId = intent.id
    asked.secret = intent.client_secret
    const redirect = { url: `${BANK}/ask`, return_url: asked.returnUrl }
    return route.fulfill({
      response,
      json: { ...intent, next_action: { type: 'redirect_to_url', redirect_to_url: redirect } },
    })
  })
  await page.route(`${BANK}/**`, async (route) => {
    const answer = answerOf(route.request())
    if (answer === null) return route.fulfill({ contentType: 'text/html', body: bankPage() })
    await cardServer.endChallenge(asked.paymentId, answer)
    const back = new URL(asked.returnUrl)
    back.searchParams.set('payment_intent', asked.paymentId)
    back.searchParams.set('payment_intent_client_secret', asked.secret)
    back.searchParams.set('redirect_status', answer === 'complete' ? 'succeeded' : 'failed')
    return route.fulfill({ status: 303, headers: { location: back.href } })
  })
}

function answerOf(request: Request): keyof typeof ANSWERS | null {
  const path = new URL(request.url()).pathname
  if (path === '/complete') return 'complete'
  return path === '/fail' ? 'fail' : null
}

function bankPage(): string {
  const links = Object.entries(ANSWERS).map(([answer, word]) => `<a href="/${answer}">${word}</a>`)
  return `<!doctype html><html lang="en"><title>Bank</title><link rel="icon" href="data:,"><h1>Your bank asks</h1>${links.join(' ')}</html>`
}

/** Answers on the bank's page, which must be on screen. */
export async function answerBank(page: Page, answer: keyof typeof ANSWERS): Promise<void> {
  await page.getByRole('heading', { name: 'Your bank asks' }).waitFor()
  await page.getByRole('link', { name: ANSWERS[answer] }).click()
}
