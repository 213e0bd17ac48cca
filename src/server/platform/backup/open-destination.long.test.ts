import { afterEach, beforeEach, expect, test } from 'vitest'
import { type S3Server, startS3Server } from '#testing/s3-server.ts'
import type { Destination } from './names.ts'
import { openBucket } from './open-destination.ts'
import { shipFile } from './ship-wal.ts'

const SEGMENT = '00000001000000000000000A'

let server: S3Server
let bucket: Destination
const open = (secretAccessKey: string, prefix = 'leadyard/one') =>
  openBucket(`s3://backups/${prefix}`, {
    accessKeyId: 'AKID',
    secretAccessKey,
    sessionToken: undefined,
    region: 'eu-central-1',
    endpoint: server.url,
  })

beforeEach(async () => {
  server = await startS3Server('secret')
  bucket = open('secret')
})
afterEach(() => server.close())

test('what was put is listed in pages, read and removed, and others’ prefixes are left alone', async () => {
  for (const name of ['base/a&b/files', 'base/b/files', 'base/c/files', 'base/d/files', 'wal/x'])
    await bucket.put(name, Buffer.from(name))
  await open('secret', 'leadyard/other').put('base/e/files', Buffer.from('other'))

  expect((await bucket.list('base/')).map(({ name }) => name)).toEqual([
    'base/a&b/files',
    'base/b/files',
    'base/c/files',
    'base/d/files',
  ])
  expect((await bucket.get('base/a&b/files')).toString()).toBe('base/a&b/files')
  await bucket.remove('base/a&b/files')
  await bucket.remove('base/a&b/files')
  expect(await bucket.list('base/a')).toEqual([])
  await expect(bucket.get('base/a&b/files')).rejects.toThrow('404')
  expect([...server.objects.keys()].filter((name) => name.includes('other'))).toHaveLength(1)
})

test('a wrong secret is said as the bucket says it', async () => {
  await expect(open('wrong').put('wal/x', Buffer.from('x'))).rejects.toThrow('SignatureDoesNotMatch')
  expect(server.objects.size).toBe(0)
})

test('a bucket that is busy is asked again', async () => {
  server.busyCalls = 2
  await bucket.put('wal/x', Buffer.from('x'))
  expect(server.objects.size).toBe(1)
})

test('the log is shipped there once', async () => {
  const source = { file: SEGMENT, content: Buffer.from('one'), archivedAt: new Date('2026-11-26T10:00:00Z') }
  await shipFile(bucket, source, [])
  await shipFile(bucket, source, [])
  expect([...server.objects.keys()]).toEqual([
    expect.stringMatching(
      /^backups\/leadyard\/one\/wal\/00000001000000000000000A\.20261126T100000\.000Z\.[0-9a-f]{32}\.zst$/,
    ),
  ])
})
