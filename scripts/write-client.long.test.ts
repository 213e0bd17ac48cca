import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { anAdmin } from '#testing/builders.ts'
import { aProgramFolder } from '#testing/client-programs.ts'
import { makeOwnKey } from '#testing/keys.ts'
import { withStore } from '#testing/with-store.ts'

const store = withStore({ listen: true })
const folder = await aProgramFolder()
let key: string
beforeAll(async () => {
  key = (await makeOwnKey(await anAdmin(store))).secret
  await promisify(execFile)(process.execPath, [resolve(import.meta.dirname, 'write-client.ts'), folder.path])
})

test('a program that uses it has the right types, pages through a list, sends a file and hears refusals', async () => {
  await folder.write(
    'program.ts',
    `import { type Client, createClient, type Page, StoreError } from './store-client.ts'

const url = '${store.url}'
const store: Client = createClient({ url, key: process.env.API_KEY })

type Customer = Awaited<ReturnType<Client['createCustomer']>>
for (const name of ['Ann', 'Ben', 'Cy']) {
  const made: Customer = await store.createCustomer({ name, email: \`\${name}@example.com\`, phone: '', address: '', businessName: '' })
  console.log('made', made.name)
}

let cursor: string | undefined
do {
  const { rows, next }: Page<{ name: string }> = await store.listCustomers({ limit: 2, cursor })
  console.log('page', rows.map(({ name }) => name).join(' '))
  cursor = next ?? undefined
} while (cursor)

const file = new TextEncoder().encode('state,county\\n').buffer
const { id: importId } = await store.createImport({ kind: 'stock', source: '', fileName: 'stock.csv', fileBytes: file.byteLength })
await store.sendImportPart({ importId, partNumber: 0, file })
await store.openImport({ importId }).catch((error: unknown) => {
  if (!(error instanceof StoreError)) throw error
  console.log('file', error.status, error.code)
})

const stranger = createClient({ url })
console.log('stranger', (await stranger.listStates()).length)
for (const call of [() => stranger.getApiKey(), () => store.listCounties({ state: 'Atlantis?/' })])
  await call().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
    console.log(error.status, error.code, error.message.length > 10, error.requestId?.startsWith('req_'))
  })
`,
  )

  expect(await folder.typeErrors()).toBe('')
  expect((await folder.run(process.execPath, ['program.ts'], key)).trimEnd().split('\n')).toEqual([
    'made Ann',
    'made Ben',
    'made Cy',
    'page Ann Ben',
    'page Cy',
    'file 400 file_refused',
    'stranger 3',
    '401 key_invalid true true',
    '404 unknown_state true true',
  ])
})

test('a program with a wrong field does not compile', async () => {
  await folder.write(
    'wrong.ts',
    `import { createClient } from './store-client.ts'
await createClient({ url: '' }).makeClaims({ token: 'x', lineNumber: 1, leadIds: ['1'], reason: 'not_motivated' })
`,
  )

  expect(await folder.typeErrors()).toMatch(/wrong\.ts.*not_motivated/)
})
