/** Backups in a bucket of S3, or of any server with its API. Only the few calls that backups need. */
import { setTimeout as wait } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { BackupError } from './backup-error.ts'
import type { Destination, S3Access, StoredObject } from './destination.ts'

const TRIES_MAX = 4
const FIRST_WAIT_MS = 500
/** One call, with its body. */
const CALL_MS_MAX = 120_000

/** Opens a bucket; nothing is called yet. @param to `s3://bucket/prefix` */
export function openBucket(to: string, access: S3Access): Destination {
  const { hostname: bucket, pathname } = new URL(to)
  const prefix = pathname.replace(/^\/|\/$/g, '')
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

  const label = `s3://${bucket}/${prefix}`

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
    // An upload whose process was killed is no object.
    async removeUnfinished() {},
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Returns the text of the first element of a name in an answer of S3; null if there is none. */
function textOf(xml: string, element: string): string | null {
  const [, text] = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml) ?? []
  return text?.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] ?? '') ?? null
}
