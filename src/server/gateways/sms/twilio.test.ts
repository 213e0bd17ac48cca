import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#testing/listen.ts'
import { NumberRefused, NumberStopped, type Sms } from './sms-gateway.ts'
import { createTwilioSms } from './twilio.ts'

const ACCOUNT = `AC${'1'.repeat(32)}`
const SID = `SM${'a'.repeat(32)}`
const TEXT: Sms = {
  to: '+15125550100',
  text: 'Leadyard: hello & welcome',
  key: 'order_confirmation.ord_1.sms',
  attempt: 2,
}

interface Asked {
  method: string | undefined
  url: string | undefined
  authorization: string | undefined
  fields: URLSearchParams
}

/** What the little Twilio answers, one after the other; the last for ever. */
type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'silence' | 'hang-up'

async function startTwilio(...answers: Answer[]) {
  const asked: Asked[] = []
  const pauses: number[] = []
  const reply = (response: ServerResponse, answer: Answer) => {
    if (answer === 'silence') return
    if (answer === 'hang-up') return response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body))
  }
  const server = createServer(async (request: IncomingMessage, response) => {
    let text = ''
    for await (const part of request) text += part
    const { method, url, headers } = request
    const { authorization } = headers
    asked.push({ method, url, authorization, fields: new URLSearchParams(text) })
    reply(response, answers[Math.min(asked.length, answers.length) - 1] ?? 'hang-up')
  })
  const { url: apiBase, close } = await listen(server)
  onTestFinished(close)
  const gateway = (options: { from?: string; publicUrl?: string } = {}) =>
    createTwilioSms({
      accountSid: ACCOUNT,
      authToken: 'token-1',
      from: options.from ?? '+15125550199',
      publicUrl: () => options.publicUrl ?? 'https://shop.example.com',
      apiBase,
      answerWithinMs: answers.includes('silence') ? 300 : 20_000,
      pause: async (milliseconds) => pauses.push(milliseconds),
    })
  return { gateway, asked, pauses }
}

const taken = { status: 201, body: { sid: SID, status: 'queued' } }
const refusal = (code: number, status = 400) => ({
  status,
  body: { code, message: `The 'To' number ${TEXT.to} is not a valid phone number.`, status },
})

test('a text through Twilio is one authenticated call with number, text and report URL', async () => {
  const { gateway, asked } = await startTwilio(taken)

  const answer = await gateway().send(TEXT)

  expect(answer).toEqual({ providerId: SID })
  expect(asked).toMatchObject([{ method: 'POST', url: `/2010-04-01/Accounts/${ACCOUNT}/Messages.json` }])
  expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from(`${ACCOUNT}:token-1`).toString('base64')}`)
  expect(Object.fromEntries(asked[0]?.fields ?? [])).toEqual({
    To: '+15125550100',
    From: '+15125550199',
    Body: 'Leadyard: hello & welcome',
    StatusCallback:
      'https://shop.example.com/api/webhooks/twilio/status?message=order_confirmation.ord_1.sms&attempt=2#rc=5&rp=5xx,ct,rt',
  })
})

test('a text through Twilio goes through a messaging service if one is set', async () => {
  const { gateway, asked } = await startTwilio(taken)
  const from = `MG${'2'.repeat(32)}`

  await gateway({ from }).send(TEXT)

  expect(asked[0]?.fields.get('MessagingServiceSid')).toBe(from)
  expect(asked[0]?.fields.has('From')).toBe(false)
})

test('a text through Twilio asks for no reports on a laptop, whose address Twilio would refuse', async () => {
  const { gateway, asked } = await startTwilio(taken)

  await gateway({ publicUrl: 'http://localhost:3000' }).send(TEXT)

  expect(asked[0]?.fields.has('StatusCallback')).toBe(false)
})

test('a text through Twilio sent twice names the same message and its try', async () => {
  const { gateway, asked } = await startTwilio(taken)
  const sms = gateway()

  await sms.send({ ...TEXT, attempt: 1 })
  await sms.send({ ...TEXT, attempt: 2 })

  const reports = asked.map(({ fields }) => new URL(fields.get('StatusCallback') ?? '').searchParams)
  expect(reports.map((query) => [query.get('message'), query.get('attempt')])).toEqual([
    [TEXT.key, '1'],
    [TEXT.key, '2'],
  ])
})

test('a text is tried again after "too many requests", which sent nothing, and after a wait', async () => {
  const { gateway, pauses } = await startTwilio({ status: 429 }, { status: 503 }, taken)

  const answer = await gateway().send(TEXT)

  expect(answer).toEqual({ providerId: SID })
  expect(pauses).toEqual([500, 1_000])
})

test('a text through Twilio waits as long as it is told, and gives up after three times', async () => {
  const { gateway, asked, pauses } = await startTwilio({ status: 429, headers: { 'retry-after': '2' } })

  await expect(gateway().send(TEXT)).rejects.toThrow('did not take the text (429)')

  expect(asked).toHaveLength(3)
  expect(pauses).toEqual([2_000, 2_000])
})

test.each([
  ['an error of its own, which may have sent it', { status: 500 }, /did not take the text \(500\)/],
  ['a wrong password of ours', { status: 401, body: { code: 20003 } }, /401, error 20003/],
  ['a sender of ours that it does not know', refusal(21606), /error 21606/],
  ['a success without an id', { status: 201, body: { sid: 'none' } }, /\(201\)/],
  ['a success that is no JSON', { status: 200, body: undefined }, /\(200\)/],
  ['silence', 'silence', /did not answer \(no answer within 10 s\)/],
  ['a line that breaks', 'hang-up', /did not answer/],
] as const)('can be tried later after %s, and is requested once', async (_what, answer, words) => {
  const { gateway, asked } = await startTwilio(answer)

  const failure = gateway().send(TEXT)

  await expect(failure).rejects.toThrow(words)
  await expect(failure).rejects.not.toBeInstanceOf(NumberRefused)
  await expect(failure).rejects.not.toBeInstanceOf(NumberStopped)
  expect(asked).toHaveLength(1)
})

test.each([21211, 21614, 21408])('is refused for good with error %i, without naming the number', async (code) => {
  const { gateway } = await startTwilio(refusal(code))

  const failure = gateway().send(TEXT)

  await expect(failure).rejects.toBeInstanceOf(NumberRefused)
  await expect(failure).rejects.toThrow(`error ${code}`)
  await expect(failure).rejects.not.toThrow(/5125550100/)
})

test('a text through Twilio can be looked up later, with its state and the reason', async () => {
  const { gateway, asked } = await startTwilio(
    { status: 200, body: { sid: SID, status: 'undelivered', error_code: 30003 } },
    { status: 200, body: { sid: SID, status: 'delivered', error_code: null } },
    { status: 404, body: { code: 20404 } },
    { status: 500 },
  )
  const sms = gateway()

  expect(await sms.lookUp(SID)).toEqual({ status: 'undelivered', errorCode: 30003 })
  expect(await sms.lookUp(SID)).toEqual({ status: 'delivered', errorCode: null })
  expect(await sms.lookUp(SID)).toBeNull()
  await expect(sms.lookUp(SID)).rejects.toThrow('did not say what became of a text (500)')
  expect(asked[0]).toMatchObject({
    method: 'GET',
    url: `/2010-04-01/Accounts/${ACCOUNT}/Messages/${SID}.json`,
    authorization: `Basic ${Buffer.from(`${ACCOUNT}:token-1`).toString('base64')}`,
  })
})

test('a text through Twilio is stopped if the owner of the number opted out at Twilio', async () => {
  const { gateway } = await startTwilio(refusal(21610))

  await expect(gateway().send(TEXT)).rejects.toBeInstanceOf(NumberStopped)
})

test('a text through Twilio follows no redirect, because the password is for this host only', async () => {
  const elsewhere = await startTwilio(taken)
  const { gateway } = await startTwilio({ status: 307, headers: { location: 'http://127.0.0.1:1/' } })

  await expect(gateway().send(TEXT)).rejects.toThrow('did not answer')
  expect(elsewhere.asked).toEqual([])
})

test('a text through Twilio fails if no server listens', async () => {
  const sms = createTwilioSms({
    accountSid: ACCOUNT,
    authToken: 'token-1',
    from: '+15125550199',
    publicUrl: () => 'https://shop.example.com',
    apiBase: 'http://127.0.0.1:1',
  })

  await expect(sms.send(TEXT)).rejects.toThrow(/did not answer \(ECONNREFUSED\)|did not answer/)
})
