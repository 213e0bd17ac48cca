/** A witness of logs, as the protocol describes it, in a small server on this machine. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { ed25519 } from '@noble/curves/ed25519.js'
import { areEqual, fromBase64, readDecimal, utf8 } from '#proof/bytes.ts'
import * as notes from '#proof/checkpoint.ts'
import { EMPTY_ROOT, hashChildren } from '#proof/merkle-tree.ts'
import { listen } from './listen.ts'

export type TestWitness = Awaited<ReturnType<typeof startWitness>>

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
  trusted: () => readonly notes.VerifierKey[],
  now: () => number = Date.now,
) {
  const secret = randomBytes(32)
  const key = notes.makeVerifierKey(name, notes.COSIGNATURE, ed25519.getPublicKey(secret))
  /** The largest tree of each log that it has cosigned, by origin. */
  const seen = new Map<string, notes.Checkpoint>()

  const addCheckpoint = (body: string): Answer => {
    const split = body.indexOf('\n\n')
    const [oldLine = '', ...proofLines] = body.slice(0, Math.max(split, 0)).split('\n')
    const oldSize = readDecimal(/^old ([0-9]+)$/.exec(oldLine)?.[1] ?? '')
    const proof = proofLines.map(fromBase64)
    const note = notes.readNote(body.slice(split + 2))
    const checkpoint = note && notes.readCheckpoint(note.text)
    if (!note || !checkpoint || oldSize === null) return [400, 'This is no request to cosign a checkpoint.\n']
    const logs = trusted().filter((log) => log.name === checkpoint.origin)
    if (logs.length === 0) return [404, 'This log is not known here.\n']
    if (!notes.findSigners(note, logs)?.length) return [403, 'The log has not signed this.\n']
    if (oldSize > checkpoint.size) return [400, 'The old size is larger than the new one.\n']
    const last = seen.get(checkpoint.origin) ?? { origin: checkpoint.origin, size: 0, root: EMPTY_ROOT }
    if (last.size !== oldSize) return [409, `${last.size}\n`, 'text/x.tlog.size']
    const hashes = proof.filter((hash) => hash !== null)
    if (hashes.length < proof.length || !isConsistent(last, checkpoint, hashes))
      return [422, 'This is another history.\n']
    seen.set(checkpoint.origin, checkpoint)
    const seconds = Math.floor(now() / 1_000)
    const signature = ed25519.sign(utf8(notes.cosignedText(note.text, seconds)), secret)
    return [200, notes.formatSignatureLine(key, notes.timestamped(seconds, signature))]
  }

  /** `key`: as a policy names it. `isDown`: it closes connections without an answer. */
  const witness = { key: notes.formatVerifierKey(key), seen, isDown: false }
  const server = createServer(async (request, response) => {
    if (witness.isDown) return request.socket.destroy()
    const isKnown = request.method === 'POST' && request.url === '/add-checkpoint'
    const [status, body, type = 'text/plain'] = isKnown ? addCheckpoint(await text(request)) : ([404, ''] as const)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  return Object.assign(witness, await listen(server))
}

/** Checks that one tree begins with another. @see https://www.rfc-editor.org/rfc/rfc9162.html#section-2.1.4.2 */
export function isConsistent(
  old: { size: number; root: Uint8Array },
  current: { size: number; root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (old.size > current.size) return false
  if (old.size === current.size) return proof.length === 0 && areEqual(old.root, current.root)
  if (old.size === 0) return proof.length === 0 && areEqual(old.root, EMPTY_ROOT)
  let node = old.size - 1
  let last = current.size - 1
  while (node % 2 === 1) {
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  const [first, ...rest] = node === 0 ? [old.root, ...proof] : proof
  if (!first) return false
  let oldHash = first
  let hash = first
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      oldHash = hashChildren(sibling, oldHash)
      hash = hashChildren(sibling, hash)
      while (node % 2 === 0 && node !== 0) {
        node /= 2
        last = Math.floor(last / 2)
      }
    } else hash = hashChildren(hash, sibling)
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && areEqual(oldHash, old.root) && areEqual(hash, current.root)
}
