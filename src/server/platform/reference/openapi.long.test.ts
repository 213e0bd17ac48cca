/** What strangers' tools make of the description of the API: a linter, and a typed client. */
import { beforeAll, expect, test } from 'vitest'
import { aProgramFolder } from '#testing/client-programs.ts'
import { aSale } from '#testing/deliveries.ts'
import { aDesk } from '#testing/desks.ts'
import { makeDeskKey } from '#testing/keys.ts'
import { withStore } from '#testing/with-store.ts'

const PACKAGE = '48453-vacant-premium-20'

const store = withStore({ listen: true })
const folder = await aProgramFolder()
let key: string
let reference: string

beforeAll(async () => {
  await store.setStock(PACKAGE, 5)
  const { order, email } = await aSale(store, PACKAGE)
  reference = order.reference
  key = (await makeDeskKey(await aDesk(store, email))).secret
  const document = `${store.url}/api/openapi.json`
  await folder.run('node_modules/.bin/openapi-typescript', [document, '--output', 'store.d.ts'], key)
})

/** As a stranger writes it: makes a page where a person pays, and reads what was bought before. */
const program = (deliveryMethod: string) => `
  import { env } from 'node:process'
  import createClient from 'openapi-fetch'
  import type { paths } from './store.d.ts'

  const headers = { authorization: \`Bearer \${env['API_KEY']}\` }
  const store = createClient<paths>({ baseUrl: '${store.url}', headers })
  const made = await store.POST('/api/checkout-sessions', {
    body: { lines: [{ packageId: '${PACKAGE}', deliveryMethod: '${deliveryMethod}' }] },
  })
  if (made.error) throw new Error(made.error.message)
  const bought = await store.GET('/api/desk/orders')
  if (bought.error) throw new Error(bought.error.message)
  console.log(made.data.url, ...bought.data.map(({ order }) => order.reference))
`

test('a program with a typed client buys by a page and reads its orders; a wrong value does not compile', async () => {
  await folder.write('program.ts', program('email'))

  expect(await folder.run(process.execPath, ['program.ts'], key)).toMatch(new RegExp(`^http\\S+ .*${reference}`))
  expect(await folder.typeErrors()).toBe('')
  await folder.write('wrong.ts', program('fax'))
  expect(await folder.typeErrors()).toMatch(/wrong\.ts.*fax/)
})

test('the recommended rules of a linter find nothing', async () => {
  await folder.write(
    'lint.mjs',
    ` import { createConfig, lintFromString } from '@redocly/openapi-core'
const source = await (await fetch('${store.url}/api/openapi.json')).text()
const config = await createConfig({ extends: ['recommended'] })
for (const { ruleId, message } of await lintFromString({ source, absoluteRef: 'openapi.json', config })) console.log(ruleId, message)`,
  )

  expect(await folder.run(process.execPath, ['lint.mjs'], key)).toBe('')
})
