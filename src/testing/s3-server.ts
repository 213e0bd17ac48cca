/** A tiny server with the four S3 calls that backups make. It checks signatures as Amazon documents them. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listen } from './listen.ts'

export type S3Server = Awaited<ReturnType<typeof startS3Server>>

/** More than this many objects come in several pages. */
const PAGE = 2

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether a request is signed with the secret (Signature Version 4), over its path, its query and its body. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer, secret: string): boolean {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': stated = '' } = request.headers
  const [, scope = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? []
  if (stated !== 'UNSIGNED-PAYLOAD' && stated !== sha256(body)) return false
  const query = [...url.searchParams].map(([name, value]) => `${strict(name)}=${strict(value)}`).sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, stated].join('\n')
  const [day = '', region = '', service = ''] = scope.split('/')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  const wanted = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'))
  return signature.length === 64 && timingSafeEqual(wanted, Buffer.from(signature, 'hex'))
}

function listPage(objects: ReadonlyMap<string, Buffer>, bucket: string, query: URLSearchParams): string {
  const start = `${bucket}/${query.get('prefix') ?? ''}`
  const after = query.get('continuation-token') ?? ''
  const names = [...objects.keys()].filter((name) => name.startsWith(start) && name > after).sort()
  const contents = names.slice(0, PAGE).map((name) => {
    const key = name.slice(bucket.length + 1).replaceAll('&', '&amp;')
    return `<Contents><Key>${key}</Key><Size>${objects.get(name)?.length}</Size></Contents>`
  })
  const next = names.length > PAGE ? `<NextContinuationToken>${names[PAGE - 1]}</NextContinuationToken>` : ''
  return `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`
}

/** Starts it on loopback. @param secret the secret of the only access key that it knows */
export async function startS3Server(secret: string) {
  /** By `bucket/key`. */
  const objects = new Map<string, Buffer>()
  /** `busyCalls`: how many of the next calls get 503 instead of an answer. */
  const s3 = { objects, busyCalls: 0 }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://s3')
    const name = decodeURIComponent(url.pathname.slice(1))
    const answer = (status: number, content: Buffer | string = '') => response.writeHead(status).end(content)
    if (s3.busyCalls > 0) {
      s3.busyCalls -= 1
      return answer(503, '<Error><Code>SlowDown</Code></Error>')
    }
    if (!isSigned(request, url, body, secret)) return answer(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    if (request.method === 'PUT') {
      objects.set(name, body)
      return answer(200)
    }
    if (request.method === 'DELETE') {
      objects.delete(name)
      return answer(204)
    }
    if (url.searchParams.has('list-type'))
      return answer(200, listPage(objects, name.replace(/\/$/, ''), url.searchParams))
    const found = objects.get(name)
    return found ? answer(200, found) : answer(404, '<Error><Code>NoSuchKey</Code></Error>')
  })
  return Object.assign(s3, await listen(server))
}
