/** What strangers get to check proofs with. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readPolicy } from '#proof/policy.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/context.ts'
import { aFolder } from '#testing/folders.ts'
import { TestClock } from '#testing/test-clock.ts'
import { createLogKeys } from './log-keys.ts'
import { serveVerifier } from './serve-log.ts'

const PAGE = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'" /><script>"{store}"</script>`

const folder = aFolder()
const server = Fastify()
afterAll(() => server.close())
const clock = new TestClock()
clock.freeze()
await mkdir(join(folder, '.verifier'))
await writeFile(join(folder, '.verifier', 'verify.html'), PAGE)
await writeFile(join(folder, '.verifier', 'verify.mjs'), 'process.exitCode = 0\n')
const config = { logKeysFile: join(folder, 'keys.json'), brand: { name: '</script>Leads' } } as Config
await serveVerifier(server, { folder, makeContext: () => ({ clock, config, publicUrl: 'https://store.example' }) })

const get = (url: string) => server.inject({ method: 'GET', url })
const storeIn = (body: string) => JSON.parse(/<script>(.*)<\/script>/.exec(body)?.[1] ?? '')

test('a store without a log serves the page, and says that it has no policy yet', async () => {
  expect((await get('/log/policy')).statusCode).toBe(404)
  expect(storeIn((await get('/verify')).body)).toEqual({
    name: '</script>Leads',
    url: 'https://store.example',
    policy: null,
    servedAt: Math.floor(clock.now().getTime() / 1_000),
  })
})

test('the page names the policy that the store publishes, under the policy of its own that forbids connections', async () => {
  await createLogKeys(join(folder, 'keys.json'), 'store.example/log', 2026)
  clock.advance(minutes(1))
  const published = await get('/log/policy')
  const { body, headers } = await get('/verify')
  expect(readPolicy(published.body).logs.map(({ name }) => name)).toEqual(['store.example/log'])
  expect(storeIn(body).policy).toBe(published.body)
  expect(body.split('</script>')).toHaveLength(2)
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})
