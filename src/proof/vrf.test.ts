import { ristretto255 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { fromHex, toHex, utf8 } from './bytes.ts'
import { formatVrfKey, makeVrfKey, multiplyByEach, proveVrf, readVrfKey, type VrfKey, verifyVrf } from './vrf.ts'

const hex = (text: string) => fromHex(text) as Uint8Array

/** The test vector of https://c2sp.org/vrf-r255. */
const VECTOR = {
  secret: hex('3431c2b03533e280b23232e280b34e2c3132c2b03238e280b23131e280b34500'),
  publicKey: '54136cd90d99fbd1d4e855d9556efea87ba0337f2a6ce22028d0f5726fcb854e',
  input: hex('633273702e6f72672f7672662d72323535'),
  proof:
    '0a97d961262fb549b4175c5117860f42ae44a123f93c476c439eddd1c0cff926' +
    '5c805525233e2284dbed45e593b8eea31d5ca9734d72bcbba9738d5237f955f3b2422351149d1312503b6441a47c940c',
  value:
    'dd653f0879b48c3ef69e13551239bec4cbcc1c18fe8894de2e9e1c790e182736' +
    '03bf1c6c25d7a797aeff3c43fd32b974d3fcbd4bcce916007097922a3ea3a794',
}

describe('the vector of vrf-r255', () => {
  const key = readVrfKey(VECTOR.secret) as VrfKey

  test('gives its public key, proof and value', () => {
    const { value, proof } = proveVrf(key, VECTOR.input)

    expect(toHex(key.publicKey)).toBe(VECTOR.publicKey)
    expect(toHex(proof)).toBe(VECTOR.proof)
    expect(toHex(value)).toBe(VECTOR.value)
  })

  test('verifies, and with any byte changed it does not', () => {
    const proof = hex(VECTOR.proof)
    expect(toHex(verifyVrf(key.publicKey, VECTOR.input, proof) ?? utf8(''))).toBe(VECTOR.value)

    for (const at of proof.keys()) {
      const changed = proof.with(at, (proof[at] ?? 0) ^ 1)
      expect(verifyVrf(key.publicKey, VECTOR.input, changed), `byte ${at}`).toBeNull()
    }
    expect(verifyVrf(key.publicKey, utf8('another input'), proof)).toBeNull()
    expect(verifyVrf(key.publicKey, VECTOR.input, proof.slice(1))).toBeNull()
  })
})

test('a key reads back as it was written, and proves under no other key', () => {
  const random = (seed: number) => Uint8Array.from({ length: 64 }, (_, at) => (seed * 31 + at * 7) % 256)
  const key = makeVrfKey(random(1))
  const { proof } = proveVrf(key, utf8('1 Main St'))

  expect(readVrfKey(formatVrfKey(key))).toEqual(key)
  expect(verifyVrf(key.publicKey, utf8('1 Main St'), proof)).not.toBeNull()
  expect(verifyVrf(makeVrfKey(random(2)).publicKey, utf8('1 Main St'), proof)).toBeNull()
})

test('several multiples of a point are what the library computes for each', () => {
  const { BASE, Fn } = ristretto255.Point
  const last = Fn.ORDER - 1n
  const random = [3n, 5n, 7n].map((seed) => Fn.create(seed ** 150n))
  const point = BASE.multiply(12_345n)

  const found = multiplyByEach(point, [1n, 15n, 16n, last, ...random])
  expect(found.map((each) => each.toHex())).toEqual(
    [1n, 15n, 16n, last, ...random].map((scalar) => point.multiply(scalar).toHex()),
  )
})

test('the identity, numbers that are too large and bytes that are no element are refused', () => {
  const { proof } = proveVrf(makeVrfKey(new Uint8Array(64).fill(9)), utf8('x'))
  const tooLarge = new Uint8Array(32).fill(0xff)

  expect(verifyVrf(new Uint8Array(32), utf8('x'), proof)).toBeNull()
  expect(verifyVrf(tooLarge, utf8('x'), proof)).toBeNull()
  expect(readVrfKey(tooLarge)).toBeNull()
  expect(readVrfKey(new Uint8Array(32))).toBeNull()
  expect(readVrfKey(new Uint8Array(31).fill(1))).toBeNull()
})
