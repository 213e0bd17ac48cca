/** A webhook reaches the public internet and nothing else. */
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { listen } from '#testing/listen.ts'
import { createWebhookGateway, isPublicAddress } from './guarded.ts'

/** What the receiver on this machine was asked. */
const paths: string[] = []
const receiver = createServer((request, response) => {
  paths.push(request.url ?? '')
  if (request.url === '/redirect') return response.writeHead(302, { location: '/inside' }).end()
  if (request.url === '/long') return response.end('x'.repeat(1_000_000))
  if (request.url === '/broken') {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half\0')
    return setImmediate(() => response.destroy())
  }
  response.end('ok')
})
const { port, close } = await listen(receiver)
afterAll(close)

/** A lookup that answers with these addresses, one list after the other. */
function lookupOf(...answers: string[][]) {
  let calls = 0
  const lookup = (_host: string, _how: unknown, done: (error: null, found: LookupAddress[]) => void) => {
    const found = answers[Math.min(calls, answers.length - 1)] ?? []
    calls += 1
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return lookup as never
}

test('only hosts that the owner lists are called inside the network, over http, and by the very name', async () => {
  const gateway = createWebhookGateway({
    mayCallLoopback: false,
    hosts: ['n8n.office.example'],
    lookup: lookupOf(['127.0.0.1']),
  })
  const listed = `http://n8n.office.example:${port}/listed`

  expect(gateway.readAddress(listed.replace('n8n', 'N8N'))).toBe(listed)
  expect(await gateway.post(listed, {}, '{}')).toMatchObject({ status: 200 })
  expect(gateway.readAddress('https://10.0.0.5/')).toBeNull()
  expect(gateway.readAddress('http://hook.example.com/')).toBeNull()
  for (const host of ['else.office.example', '127.0.0.1'])
    expect(await gateway.post(`http://${host}:${port}/else`, {}, '{}')).toMatchObject({ status: null })
  expect(paths.splice(0)).toEqual(['/listed'])
  await gateway.close()
})

const REFUSED = [
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.9.9.9', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::', '::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::1', 'fc00::1', 'fd12:3456::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001::1', '2001:db8::1'],
  '2002:7f00:1::',
]

describe('addresses', () => {
  test.each(REFUSED)('%s is refused as an address and behind a name, without a connection', async (address) => {
    const host = address.includes(':') ? `[${address}]` : address
    const byName = createWebhookGateway({ mayCallLoopback: false, lookup: lookupOf([address]) })

    expect(isPublicAddress(address)).toBe(false)
    expect(byName.readAddress(`https://${host}/`)).toBeNull()
    for (const url of [`http://${host}:${port}/direct`, `http://hook.example.com:${port}/by-name`])
      expect(await byName.post(url, {}, '{}')).toMatchObject({
        status: null,
        problem: 'the address is not on the public internet',
      })
    expect(paths).toEqual([])
    await byName.close()
  })

  test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])(
    '%s is allowed',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each(['', 'localhost', '127.1', 'not an address', '::ffff:127.0.0.1%eth0'])('%j is no public address', (text) =>
    expect(isPublicAddress(text)).toBe(false),
  )

  test('a name with one private address among public ones is refused', async () => {
    const gateway = createWebhookGateway({ mayCallLoopback: false, lookup: lookupOf(['1.1.1.1', '10.0.0.1']) })

    expect((await gateway.post('https://hook.example.com/', {}, '{}')).problem).toMatch(/not on the public internet/)
    await gateway.close()
  })

  test('a name that turns to this machine after it was checked is refused at the next connection', async () => {
    const lookup = lookupOf(['127.0.0.1'], ['10.0.0.1'])
    const gateway = createWebhookGateway({ mayCallLoopback: true, lookup })

    const first = await gateway.post(`http://rebind.example.com:${port}/first`, { connection: 'close' }, '{}')
    const second = await gateway.post(`http://rebind.example.com:${port}/second`, {}, '{}')

    expect(first.status).toBe(200)
    expect(second).toMatchObject({ status: null, problem: 'the address is not on the public internet' })
    expect(paths.splice(0)).toEqual(['/first'])
    await gateway.close()
  })
})

describe('what a buyer types', () => {
  const gateway = createWebhookGateway({ mayCallLoopback: false })
  afterAll(() => gateway.close())

  test.each([
    ...['http://example.com/', 'ftp://example.com/', 'javascript:alert(1)', 'example.com/hook'],
    ...['https://user:pass@example.com/', 'https://localhost/', 'https://LOCALHOST./', 'https://localhost../'],
    ...['https://shop.localhost/', 'https://Shop.LocalHost./', 'https://printer.local/'],
    ...['https://metadata.google.internal/', 'https://router.home.arpa/', 'https://intranet/', 'https://intranet./'],
    ...['https://127.0.0.1./', 'https://0x7f.1/', 'https://017700000001/', 'https://１２７.0.0.1/', 'https://[::1]/'],
    ...['https://[0:0:0:0:0:0:0:1]/', 'https://[::ffff:7f00:1]/', 'https://[fe80::1]/', 'https://[64:ff9b::7f00:1]/'],
    ...['https://127.1/', 'https://0x7f000001/', 'https://2130706433/', 'https://0177.0.0.1/'],
    ...['https://[::ffff:10.0.0.1]/', 'https://169.254.169.254/latest/meta-data'],
  ])('%s is refused', (typed) => expect(gateway.readAddress(typed)).toBeNull())

  test('a public https address is taken, without its fragment', () => {
    expect(gateway.readAddress(' https://Hooks.Example.com/in?key=1#x ')).toBe('https://hooks.example.com/in?key=1')
    expect(gateway.readAddress('https://hooks.example.com./in')).toBe('https://hooks.example.com/in')
    expect(gateway.readAddress('https://local.example.com/in')).toBe('https://local.example.com/in')
  })

  test('this machine is taken only where that is allowed, as in the sandbox', async () => {
    const sandbox = createWebhookGateway({ mayCallLoopback: true })

    expect(sandbox.readAddress('http://127.0.0.1:9/')).toBe('http://127.0.0.1:9/')
    expect(sandbox.readAddress('http://10.0.0.1/')).toBeNull()
    expect(sandbox.readAddress('http://example.com/')).toBeNull()
    await sandbox.close()
  })
})

describe('an answer', () => {
  const gateway = createWebhookGateway({ mayCallLoopback: true })
  afterAll(() => gateway.close())
  const post = (path: string) => gateway.post(`http://127.0.0.1:${port}${path}`, {}, '{}')

  test('that redirects is the answer: the other place is not called', async () => {
    expect(await post('/redirect')).toMatchObject({ status: 302 })
    expect(paths.splice(0)).toEqual(['/redirect'])
  })

  test('is read up to 1,024 bytes', async () => {
    expect((await post('/long')).body).toHaveLength(1_024)
  })

  test('that breaks off counts by its status, without bytes that a database refuses', async () => {
    expect(await post('/broken')).toMatchObject({ status: 200, body: 'half' })
  })

  test('that never came says why, without naming anyone', async () => {
    expect(await gateway.post('http://127.0.0.1:1/', {}, '{}')).toMatchObject({
      status: null,
      problem: 'the connection was refused',
    })
  })
})
