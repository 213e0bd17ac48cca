/** The examples of the API reference, taken from where a buyer reads them, and run as they are. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { CALL_EXAMPLES } from '#contract/keys/call-examples.ts'
import { anAdmin, Client } from '#testing/builders.ts'
import { aDownload } from '#testing/claims.ts'
import { aProgramFolder } from '#testing/client-programs.ts'
import { aSale, deliveryMailsTo, deliveryTokenIn } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey, Program } from '#testing/keys.ts'
import { withStore } from '#testing/with-store.ts'
import type { CodeSample } from './code-samples.ts'

const BY_HAND = '48453-vacant-vip-20'

const store = withStore({ listen: true })
const folder = await aProgramFolder()
let key: string
let reference = ''
/** What stands for the words in capital letters, and what it is for single calls of each language. */
let values: Readonly<Record<string, string>>
let ownValues: Readonly<Record<string, Readonly<Record<string, string>>>>
/** As shown, by call and language. */
const samples = new Map<string, Record<CodeSample['lang'], string>>()

beforeAll(async () => {
  const { email, token, leadIds } = await aDownload(store)
  key = (await makeDeskKey(await aDesk(store, email))).secret
  const program = new Program(store, key)
  const [{ order }] = (await program.call('GET', '/api/desk/orders')).body
  reference = order.reference
  const hooks = await Promise.all(
    [1, 2, 3].map(async (number) => {
      const body = { url: `https://example.com/${number}`, eventTypes: ['delivery.ready'] }
      return (await program.call('POST', '/api/desk/webhooks', body)).body.webhook.id
    }),
  )
  await program.call('POST', `/api/desk/webhooks/${hooks[0]}/test`)
  const [event] = (await program.call('GET', `/api/desk/webhooks/${hooks[0]}/events`)).body.events
  await store.setStock('48453-vacant-premium-20', 5)
  const lines = [{ packageId: '48453-vacant-premium-20' }]
  const { body: session } = await program.call('POST', '/api/checkout-sessions', { lines })
  values = {
    'http://store.test': store.url,
    ORDER_TOKEN: order.token,
    ORDER_ID: order.id,
    CHECKOUT_SESSION_ID: session.id,
    DELIVERY_TOKEN: token,
    LEAD_ID: leadIds[0] ?? '',
    WEBHOOK_ID: hooks[0],
    EVENT_ID: event.id,
  }
  const attached = { DELIVERY_TOKEN: await deliverByHand() }
  ownValues = {
    'shell downloadDeliveryFile': attached,
    'typescript downloadDeliveryFile': attached,
    'shell removeWebhook': { WEBHOOK_ID: hooks[1] },
    'typescript removeWebhook': { WEBHOOK_ID: hooks[2] },
    'typescript addWebhook': { 'https://example.com/hook': 'https://example.com/other-hook' },
    'typescript makeClaims': { LEAD_ID: leadIds[1] ?? '' },
  }

  const { body } = await new Client(store).call('GET', '/api/openapi.json')
  for (const operations of Object.values<Record<string, Record<string, unknown>>>(body.paths)) {
    for (const operation of Object.values(operations)) {
      const shown = operation['x-codeSamples'] as CodeSample[] | undefined
      if (!shown) continue
      const texts = Object.fromEntries(shown.map(({ lang, source }) => [lang, source]))
      samples.set(String(operation.operationId), texts as Record<CodeSample['lang'], string>)
    }
  }
  const document = `${store.url}/api/openapi.json`
  await folder.run('node_modules/.bin/openapi-typescript', [document, '--output', 'store.d.ts'], key)
})

/** A delivery with a file that an administrator attached. @returns the token of its link */
async function deliverByHand(): Promise<string> {
  await store.setStock(BY_HAND, 5)
  const { order, email } = await aSale(store, BY_HAND)
  const { cookie } = await anAdmin(store)
  await store.app.server.inject({
    method: 'PUT',
    url: `/api/admin/fulfilment/${order.id}/1/file?name=leads.csv`,
    headers: { cookie, 'content-type': 'application/octet-stream' },
    payload: 'Address,City\r\n1 Elm St,Austin\r\n',
  })
  await store.runJobs()
  const [mail] = await deliveryMailsTo(store, email)
  return deliveryTokenIn(mail)
}

/** An example with what the buyer would put in. */
function filled(language: CodeSample['lang'], call: string): string {
  let text = samples.get(call)?.[language] ?? ''
  for (const [word, value] of Object.entries({ ...values, ...ownValues[`${language} ${call}`] }))
    text = text.replaceAll(word, value)
  return text
}

const CALLS = Object.keys(CALL_EXAMPLES)

test('each example in curl makes its call', async () => {
  const printed = new Map<string, string>()
  for (const call of CALLS) printed.set(call, await folder.run('sh', ['-c', filled('shell', call)], key))

  expect(printed.get('listDeskOrders')).toContain(reference)
  expect(printed.get('makeClaims')).toContain('"state":"open"')
  expect(printed.get('addWebhook')).toContain('"secret":"whsec_')
  expect(await readFile(join(folder.path, 'leads.bin'), 'utf8')).toContain('1 Elm St')
  expect((await readFile(join(folder.path, 'leads.xlsx'))).subarray(0, 2).toString()).toBe('PK')
})

test('each example in TypeScript makes its call, and its types are right', async () => {
  for (const call of CALLS) await folder.write(`${call}.ts`, filled('typescript', call))
  const files = JSON.stringify(CALLS.map((call) => `./${call}.ts`))
  await folder.write('all.mjs', `for (const file of ${files}) { console.log(file); await import(file) }`)

  const printed = await folder.run(process.execPath, ['all.mjs'], key)

  expect(printed).toContain(reference)
  expect(printed.match(/^\.\//gm)).toHaveLength(CALLS.length)
  expect(await folder.typeErrors()).toBe('')
})

test('a program with a wrong field does not compile', async () => {
  const right = filled('typescript', 'makeClaims')
  await folder.write('wrong.ts', right.replace("'wrong_number'", "'not_motivated'"))

  expect(right).toContain('wrong_number')
  expect(await folder.typeErrors()).toMatch(/wrong\.ts.*not_motivated/)
})
