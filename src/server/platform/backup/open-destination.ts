import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { hours, systemClock } from '#server/platform/clock.ts'
import { errorCode } from '#server/platform/errors.ts'
import { flushFolder, writeDurably } from '#server/platform/files/durable-files.ts'
import { type BackupConfig, BackupError, type Destination, type S3Access, type StoredObject } from './names.ts'

const TRIES_MAX = 4
const FIRST_WAIT_MS = 500
const CALL_MS_MAX = 120_000

/** Opens a bucket of S3 or of any server with its API; nothing is called yet. @param to `s3://bucket/prefix` */
export function openBucket(to: string, access: S3Access): Destination {
  const { hostname: bucket, pathname } = new URL(to)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const label = `s3://${bucket}/${prefix}`
  const inBucket = (name: string) => (prefix === '' ? name : `${prefix}/${name}`)
  const base = access.endpoint
    ? `${access.endpoint.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${access.region}.amazonaws.com`
  const urlOf = (key: string, query = '') => `${base}/${key.split('/').map(encodeURIComponent).join('/')}${query}`
  let opened: Promise<AwsClient> | undefined
  const open = async () => {
    const { AwsClient } = await import('aws4fetch')
    return new AwsClient({
      accessKeyId: access.accessKeyId,
      secretAccessKey: access.secretAccessKey,
      ...(access.sessionToken === undefined ? {} : { sessionToken: access.sessionToken }),
      region: access.region,
      service: 's3',
      retries: 0,
    })
  }

  /** Calls S3, again if it is busy or does not answer. @throws BackupError with its answer */
  async function call(method: string, url: string, body?: Uint8Array<ArrayBuffer> | string): Promise<Response> {
    opened ??= open()
    const client = await opened
    for (let attempt = 1; ; attempt += 1) {
      const init = { method, ...(body === undefined ? {} : { body }), signal: AbortSignal.timeout(CALL_MS_MAX) }
      const reply = await client.fetch(url, init).catch((error: unknown) => String(error))
      if (typeof reply !== 'string' && reply.ok) return reply
      const isPassing = typeof reply === 'string' || reply.status >= 500 || reply.status === 429
      if (!isPassing || attempt === TRIES_MAX) {
        const answer = typeof reply === 'string' ? reply : `${reply.status} ${(await reply.text()).slice(0, 300)}`
        throw new BackupError(`${label}: ${method} was refused: ${answer}`)
      }
      await wait(FIRST_WAIT_MS * 2 ** attempt)
    }
  }

  async function* listKeys(name: string): AsyncGenerator<StoredObject> {
    let token: string | null = null
    do {
      const query = new URLSearchParams({ 'list-type': '2', prefix: inBucket(name) })
      if (token !== null) query.set('continuation-token', token)
      const text: string = await (await call('GET', `${base}/?${query}`)).text()
      for (const [, content = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
        const key = textOf(content, 'Key')
        if (key !== null)
          yield { name: prefix === '' ? key : key.slice(prefix.length + 1), bytes: Number(textOf(content, 'Size')) }
      }
      token = textOf(text, 'NextContinuationToken')
    } while (token !== null)
  }

  return {
    label,
    async put(name, content) {
      await call('PUT', urlOf(inBucket(name)), Uint8Array.from(content))
    },
    async get(name) {
      return Buffer.from(await (await call('GET', urlOf(inBucket(name)))).arrayBuffer())
    },
    async list(name) {
      const found: StoredObject[] = []
      for await (const object of listKeys(name)) found.push(object)
      return found
    },
    async remove(name) {
      await call('DELETE', urlOf(inBucket(name)))
    },
    async removeUnfinished() {},
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function textOf(xml: string, element: string): string | null {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null
}

const UNFINISHED = '.unfinished-'
/** A write in progress touches its file all the time. */
const ABANDONED_AFTER_MS = hours(1)
let writes = 0

/** Opens a folder, which is created when something is written. */
export function openFolder(path: string): Destination {
  const root = resolve(path)
  const pathOf = (name: string) => join(root, name)

  return {
    label: root,
    async put(name, content) {
      const target = pathOf(name)
      const scratch = join(dirname(target), `${UNFINISHED}${process.pid}-${++writes}`)
      const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await writeDurably(scratch, content)
        await rename(scratch, target)
        await flushFolder(dirname(target), made)
      } finally {
        await rm(scratch, { force: true })
      }
    },
    async get(name) {
      return readFile(pathOf(name)).catch((error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error
        throw new BackupError(`${name} is missing in ${root}.`)
      })
    },
    async list(prefix) {
      const found: StoredObject[] = []
      for (const entry of await entriesOf(pathOf(prefix.slice(0, prefix.lastIndexOf('/') + 1)))) {
        const name = relative(root, join(entry.parentPath, entry.name)).split(sep).join('/')
        if (!name.startsWith(prefix) || entry.name.startsWith(UNFINISHED)) continue
        const facts = await stat(pathOf(name)).catch(() => null)
        if (facts) found.push({ name, bytes: facts.size })
      }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
    async removeUnfinished() {
      for (const { parentPath, name } of await entriesOf(root)) {
        const path = join(parentPath, name)
        if (!name.startsWith(UNFINISHED)) continue
        const facts = await stat(path).catch(() => null)
        if (facts && facts.mtimeMs < systemClock.now().getTime() - ABANDONED_AFTER_MS) await rm(path, { force: true })
      }
    },
  }
}

/** A folder that does not exist yet has nothing in it; one that cannot be read is an error. */
async function entriesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  })
  return entries.filter((entry) => entry.isFile())
}

export const isBucket = (to: string): boolean => to.startsWith('s3://')

/** Opens a destination; nothing is read or written yet. @throws BackupError if it is a bucket without access keys */
export function openDestination({ to, s3 }: Pick<BackupConfig, 'to' | 's3'>): Destination {
  if (!isBucket(to)) return openFolder(to)
  if (!s3) throw new BackupError('A bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.')
  return openBucket(to, s3)
}
