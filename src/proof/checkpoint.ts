/** Checkpoints: what a log signs. @see https://c2sp.org/tlog-checkpoint */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import * as bytes from './bytes.ts'

/**
 * Signed notes with Ed25519 signatures of the text (type 0x01) and timestamped cosignatures of a checkpoint (0x04).
 * @see https://c2sp.org/signed-note @see https://c2sp.org/tlog-cosignature
 */

export const ED25519 = 0x01
export const COSIGNATURE = 0x04

const KEY_ID_BYTES = 4
const PUBLIC_KEY_BYTES = 32
const TIME_BYTES = 8
const NOTE_LENGTH_MAX = 100_000
const SIGNATURES_MAX = 100
/** What a key's name may not contain, so that its line can be read in only one way. */
const NAME = /^[^\s+\p{Cc}]+$/u

export interface VerifierKey {
  name: string
  id: Uint8Array
  type: typeof ED25519 | typeof COSIGNATURE
  publicKey: Uint8Array
}

interface Note {
  text: string
  /** As they are in the note: unchecked, including unknown ones. */
  signatures: readonly { name: string; id: Uint8Array; signature: Uint8Array }[]
}

function makeKeyId(name: string, type: number, publicKey: Uint8Array): Uint8Array {
  return sha256(bytes.concat(bytes.utf8(`${name}\n`), Uint8Array.of(type), publicKey)).slice(0, KEY_ID_BYTES)
}

export function makeVerifierKey(name: string, type: VerifierKey['type'], publicKey: Uint8Array): VerifierKey {
  return { name, id: makeKeyId(name, type, publicKey), type, publicKey }
}

export const formatVerifierKey = ({ name, id, type, publicKey }: VerifierKey): string =>
  `${name}+${bytes.toHex(id)}+${bytes.toBase64(bytes.concat(Uint8Array.of(type), publicKey))}`

/** Reads `<name>+<id>+<key>`. @returns null if it is not a key of a known type, or its id does not fit */
export function readVerifierKey(text: string): VerifierKey | null {
  const [, name, idText, keyText] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? []
  const id = bytes.fromHex(idText ?? '')
  const typed = bytes.fromBase64(keyText ?? '')
  if (!name || !NAME.test(name) || !id || typed?.length !== PUBLIC_KEY_BYTES + 1) return null
  const type = typed[0]
  if (type !== ED25519 && type !== COSIGNATURE) return null
  const key = makeVerifierKey(name, type, typed.slice(1))
  return bytes.areEqual(key.id, id) ? key : null
}

/** Reads a note. @returns null if it is not one. Its signatures are checked elsewhere */
export function readNote(note: string): Note | null {
  // Line breaks are the only control characters in a note.
  const hasControls = [...note].some((character) => character < ' ' && character !== '\n')
  if (note.length > NOTE_LENGTH_MAX || hasControls || !note.isWellFormed()) return null
  const split = note.lastIndexOf('\n\n')
  if (split < 1 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  if (lines.length > SIGNATURES_MAX) return null
  const signatures = lines.map(readSignatureLine)
  if (!signatures.every((line) => line !== null)) return null
  return { text: note.slice(0, split + 1), signatures }
}

function readSignatureLine(line: string): Note['signatures'][number] | null {
  const [, name, encoded] = /^— (\S+) (\S+)$/u.exec(line) ?? []
  const signed = bytes.fromBase64(encoded ?? '')
  if (!name || !NAME.test(name) || !signed || signed.length <= KEY_ID_BYTES) return null
  return { name, id: signed.slice(0, KEY_ID_BYTES), signature: signed.slice(KEY_ID_BYTES) }
}

/** @returns the line of a signature, with its line break */
export const formatSignatureLine = ({ name, id }: Pick<VerifierKey, 'name' | 'id'>, signature: Uint8Array): string =>
  `— ${name} ${bytes.toBase64(bytes.concat(id, signature))}\n`

/** What a cosigner signs: that this is the largest tree it has seen of this log, at a time in seconds since 1970. */
export const cosignedText = (text: string, seconds: number): string => `cosignature/v1\ntime ${seconds}\n${text}`

function isSignatureValid(key: VerifierKey, text: string, signature: Uint8Array): boolean {
  const isTimed = key.type === COSIGNATURE
  const signed = isTimed ? cosignedText(text, bytes.readBigEndian(signature.slice(0, TIME_BYTES))) : text
  try {
    return ed25519.verify(isTimed ? signature.slice(TIME_BYTES) : signature, bytes.utf8(signed), key.publicKey, {
      zip215: false,
    })
  } catch {
    // Of the wrong length, or no point of the curve.
    return false
  }
}

/** Which of the known `keys` signed a note. Null if a signature of a known key is wrong: refuse the whole note then. */
export function findSigners(
  note: Note,
  keys: readonly VerifierKey[],
): { key: VerifierKey /** Of a cosignature, else null. */; seconds: number | null }[] | null {
  const found = new Map<VerifierKey, number | null>()
  for (const { name, id, signature } of note.signatures) {
    const key = keys.find((known) => known.name === name && bytes.areEqual(known.id, id))
    if (!key) continue
    if (!isSignatureValid(key, note.text, signature)) return null
    found.set(key, key.type === COSIGNATURE ? bytes.readBigEndian(signature.slice(0, TIME_BYTES)) : null)
  }
  return [...found].map(([key, seconds]) => ({ key, seconds }))
}

/** The bytes of a cosignature: the time, then the signature of `cosignedText`. */
export const timestamped = (seconds: number, signature: Uint8Array): Uint8Array =>
  bytes.concat(bytes.bigEndian(seconds, TIME_BYTES), signature)

export interface Checkpoint {
  origin: string
  size: number
  root: Uint8Array
}

export const formatCheckpoint = ({ origin, size, root }: Checkpoint) => `${origin}\n${size}\n${bytes.toBase64(root)}\n`

/** Null if it is not a checkpoint. Extra lines are refused: no one could check them. */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin, sizeText, rootText, end, ...more] = text.split('\n')
  const size = bytes.readDecimal(sizeText ?? '')
  const root = bytes.fromBase64(rootText ?? '')
  if (!origin || size === null || root?.length !== bytes.HASH_BYTES || end !== '' || more.length > 0) return null
  return { origin, size, root }
}
