/** A witness of logs, as the protocol describes it, in a small server on this machine. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ed25519 } from '@noble/curves/ed25519.js'
import { fromBase64, readDecimal, utf8 } from '#proof/bytes.ts'
import {
  type Checkpoint,
  COSIGNATURE,
  cosignedText,
  findSigners,
  formatSignatureLine,
  formatVerifierKey,
  makeVerifierKey,
  readCheckpoint,
  readNote,
  timestamped,
  type VerifierKey,
} from '#proof/checkpoint.ts'
import { EMPTY_ROOT } from '#proof/merkle-tree.ts'
import { isConsistent } from './consistency.ts'

export interface TestWitness {
  /** As a policy names it. */
  key: string
  url: string
  /** The largest tree of each log that it has cosigned, by origin. */
  seen: Map<string, Checkpoint>
  /** It closes connections without an answer. */
  isDown: boolean
  close(): Promise<void>
}

type Answer = [status: number, body: string, type?: string]

/**
 * Starts a witness that trusts one log.
 *
 * @param trusted read at each request, since a log's key is made with its first entry
 * @param now its clock, in milliseconds since 1970
 * @see https://c2sp.org/tlog-witness
 */
export async function startWitness(
  name: string,
  trusted: () => readonly VerifierKey[],
  now: () => number = Date.now,
): Promise<TestWitness> {
  const secret = randomBytes(32)
  const key = makeVerifierKey(name, COSIGNATURE, ed25519.getPublicKey(secret))
  const seen = new Map<string, Checkpoint>()

  const addCheckpoint = (body: string): Answer => {
    const split = body.indexOf('\n\n')
    const [oldLine = '', ...proofLines] = body.slice(0, Math.max(split, 0)).split('\n')
    const oldSize = readDecimal(/^old ([0-9]+)$/.exec(oldLine)?.[1] ?? '')
    const proof = proofLines.map(fromBase64)
    const note = readNote(body.slice(split + 2))
    const checkpoint = note && readCheckpoint(note.text)
    if (!note || !checkpoint || oldSize === null) return [400, 'This is no request to cosign a checkpoint.\n']
    const logs = trusted().filter((log) => log.name === checkpoint.origin)
    if (logs.length === 0) return [404, 'This log is not known here.\n']
    if (!findSigners(note, logs)?.length) return [403, 'The log has not signed this.\n']
    if (oldSize > checkpoint.size) return [400, 'The old size is larger than the new one.\n']
    const last = seen.get(checkpoint.origin) ?? { origin: checkpoint.origin, size: 0, root: EMPTY_ROOT }
    if (last.size !== oldSize) return [409, `${last.size}\n`, 'text/x.tlog.size']
    const hashes = proof.filter((hash) => hash !== null)
    if (hashes.length < proof.length || !isConsistent(last, checkpoint, hashes))
      return [422, 'This is another history.\n']
    seen.set(checkpoint.origin, checkpoint)
    const seconds = Math.floor(now() / 1_000)
    const signature = ed25519.sign(utf8(cosignedText(note.text, seconds)), secret)
    return [200, formatSignatureLine(key, timestamped(seconds, signature))]
  }

  const witness = { key: formatVerifierKey(key), url: '', seen, isDown: false, close: async () => {} }
  const server = createServer(async (request, response) => {
    if (witness.isDown) return request.socket.destroy()
    const isKnown = request.method === 'POST' && request.url === '/add-checkpoint'
    const [status, body, type = 'text/plain'] = isKnown ? addCheckpoint(await text(request)) : ([404, ''] as const)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  witness.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  witness.close = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return witness
}
