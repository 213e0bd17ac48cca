/** Bytes and their texts, read strictly: a value with two spellings could be changed without anyone noticing. */

const HEX = /^(?:[0-9a-f]{2})*$/

/** Of SHA-256. */
export const HASH_BYTES = 32

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])

export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Reads base64 with padding. @returns null for anything that `toBase64` would not write */
export function fromBase64(text: string): Uint8Array | null {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return null
  }
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return toBase64(bytes) === text ? bytes : null
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads lowercase hex. @returns null for anything else */
export const fromHex = (text: string): Uint8Array | null =>
  HEX.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null

/** Reads a decimal number without sign or leading zeros. @returns null for anything else, or above 2^53 - 1 */
export function readDecimal(text: string): number | null {
  if (!/^(?:0|[1-9][0-9]*)$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}

/** Writes an unsigned integer of up to 53 bits, most significant byte first. */
export function bigEndian(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let left = value
  for (let at = length - 1; at >= 0; at -= 1) {
    bytes[at] = left % 256
    left = Math.floor(left / 256)
  }
  return bytes
}

export const readBigEndian = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)
