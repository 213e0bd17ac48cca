/**
 * The verifiable random function ECVRF-RISTRETTO255-SHA512: whoever has the key can prove to anyone that a value is the
 * only one that key gives for an input. @see https://c2sp.org/vrf-r255
 */
import { ed25519, ristretto255, ristretto255_hasher } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { areEqual, concat, utf8 } from './bytes.ts'

const SUITE = concat(Uint8Array.of(0xff), utf8('c2sp.org/vrf-r255'))
const CHALLENGE_BYTES = 16
const ELEMENT_BYTES = 32
export const VRF_PROOF_BYTES = ELEMENT_BYTES + CHALLENGE_BYTES + 32

const { Point } = ristretto255
type Element = InstanceType<typeof Point>
/** Integers modulo the order of the group. */
const Scalar = ed25519.Point.Fn

const DIGIT_BITS = 4
const SCALAR_DIGITS = 64

const tag = (byte: number): Uint8Array => Uint8Array.of(byte)

function readLittleEndian(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of [...bytes].reverse()) value = value * 256n + BigInt(byte)
  return value
}

function littleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let left = value
  for (let at = 0; at < length; at += 1) {
    bytes[at] = Number(left & 255n)
    left >>= 8n
  }
  return bytes
}

export interface VrfKey {
  secret: bigint
  publicKey: Uint8Array
}

export const makeVrfKey = (random: Uint8Array): VrfKey => keyOf(Scalar.create(readLittleEndian(random)))

/** Reads a secret key of 32 bytes. @returns null if it is 0 or not below the order of the group */
export function readVrfKey(bytes: Uint8Array): VrfKey | null {
  const secret = readLittleEndian(bytes)
  return bytes.length === ELEMENT_BYTES && secret > 0n && secret < Scalar.ORDER ? keyOf(secret) : null
}

export const formatVrfKey = ({ secret }: VrfKey): Uint8Array => littleEndian(secret, ELEMENT_BYTES)

const keyOf = (secret: bigint): VrfKey => ({ secret, publicKey: Point.BASE.multiply(secret).toBytes() })

function encodeToCurve(publicKey: Uint8Array, input: Uint8Array): Element {
  const hash = sha512(concat(SUITE, tag(0x82), publicKey, input))
  const point = ristretto255_hasher.deriveToCurve?.(hash)
  if (!point) throw new Error('the library has no one-way map to ristretto255')
  return point as Element
}

function challenge(points: readonly Uint8Array[]): Uint8Array {
  return sha512(concat(SUITE, tag(0x02), ...points, tag(0x00))).slice(0, CHALLENGE_BYTES)
}

const valueOfElement = (gamma: Uint8Array): Uint8Array => sha512(concat(SUITE, tag(0x03), gamma, tag(0x00)))

function powersOf(point: Element): Element[] {
  const powers = [point]
  while (powers.length < SCALAR_DIGITS) {
    let power = powers.at(-1) as Element
    for (let bit = 0; bit < DIGIT_BITS; bit += 1) power = power.double()
    powers.push(power)
  }
  return powers
}

const BASE_POWERS = powersOf(Point.BASE)

/** Two multiples of one point at half the cost of two `multiply`; one addition per digit tells nothing of a secret. */
function multiplyPowers(powers: readonly Element[], scalar: bigint): Element {
  const sums = Array.from({ length: 2 ** DIGIT_BITS }, () => Point.ZERO)
  const digits = scalar.toString(2 ** DIGIT_BITS).padStart(SCALAR_DIGITS, '0')
  for (const [at, power] of powers.entries()) {
    const digit = Number.parseInt(digits.charAt(SCALAR_DIGITS - 1 - at), 2 ** DIGIT_BITS)
    sums[digit] = (sums[digit] as Element).add(power)
  }
  return weigh(sums)
}

/** Multiplies one point by each of several scalars. */
export const multiplyByEach = (point: Element, scalars: readonly bigint[]): Element[] => {
  const powers = powersOf(point)
  return scalars.map((scalar) => multiplyPowers(powers, scalar))
}

function weigh(sums: readonly Element[]): Element {
  let running = Point.ZERO
  let total = Point.ZERO
  for (const sum of sums.slice(1).toReversed()) {
    running = running.add(sum)
    total = total.add(running)
  }
  return total
}

/** The value of an input (64 bytes) and its proof (80 bytes). */
export function proveVrf(key: VrfKey, input: Uint8Array): { value: Uint8Array; proof: Uint8Array } {
  const point = encodeToCurve(key.publicKey, input)
  const hashed = point.toBytes()
  const nonce = Scalar.create(
    readLittleEndian(sha512(concat(SUITE, tag(0x81), littleEndian(key.secret, ELEMENT_BYTES), hashed))),
  )
  const [gamma, v] = multiplyByEach(point, [key.secret, nonce]).map((element) => element.toBytes()) as [
    Uint8Array,
    Uint8Array,
  ]
  const u = multiplyPowers(BASE_POWERS, nonce).toBytes()
  const c = challenge([key.publicKey, hashed, gamma, u, v])
  const s = Scalar.create(nonce + readLittleEndian(c) * key.secret)
  return { value: valueOfElement(gamma), proof: concat(gamma, c, littleEndian(s, ELEMENT_BYTES)) }
}

function readElement(bytes: Uint8Array): Element | null {
  try {
    return Point.fromBytes(bytes)
  } catch {
    return null
  }
}

/** Checks a proof. @returns the value (64 bytes) that the key gives for the input, or null if the proof does not hold */
export function verifyVrf(publicKey: Uint8Array, input: Uint8Array, proof: Uint8Array): Uint8Array | null {
  if (proof.length !== VRF_PROOF_BYTES || publicKey.length !== ELEMENT_BYTES) return null
  const key = readElement(publicKey)
  const gammaBytes = proof.slice(0, ELEMENT_BYTES)
  const gamma = readElement(gammaBytes)
  const claimed = proof.slice(ELEMENT_BYTES, ELEMENT_BYTES + CHALLENGE_BYTES)
  const c = readLittleEndian(claimed)
  const s = readLittleEndian(proof.slice(ELEMENT_BYTES + CHALLENGE_BYTES))
  if (!key || key.equals(Point.ZERO) || !gamma || s >= Scalar.ORDER) return null
  const point = encodeToCurve(publicKey, input)
  const u = Point.BASE.multiplyUnsafe(s).subtract(key.multiplyUnsafe(c))
  const v = point.multiplyUnsafe(s).subtract(gamma.multiplyUnsafe(c))
  const expected = challenge([publicKey, point.toBytes(), gammaBytes, u.toBytes(), v.toBytes()])
  return areEqual(expected, claimed) ? valueOfElement(gammaBytes) : null
}
