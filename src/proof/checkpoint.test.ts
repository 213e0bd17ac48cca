import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import * as checkpoint from './checkpoint.ts'

/** The example of https://c2sp.org/signed-note, word for word. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

const signersOf = (text: string, keys: readonly checkpoint.VerifierKey[]) => {
  const note = checkpoint.readNote(text)
  return note && checkpoint.findSigners(note, keys)
}

describe('the example of C2SP', () => {
  const key = checkpoint.readVerifierKey(EXAMPLE_KEY) as checkpoint.VerifierKey

  test('verifies', () => {
    expect(checkpoint.formatVerifierKey(key)).toBe(EXAMPLE_KEY)
    expect(signersOf(EXAMPLE, [key])).toEqual([{ key, seconds: null }])
  })

  test('is not taken with any one byte changed', () => {
    const bytes = utf8(EXAMPLE)
    for (const at of bytes.keys()) {
      const changed = new TextDecoder().decode(bytes.with(at, (bytes[at] ?? 0) ^ 1))
      const signers = signersOf(changed, [key])
      expect(signers === null || signers.length === 0, `byte ${at} of ${JSON.stringify(changed)}`).toBe(true)
    }
  })

  test('has an unknown signer for whoever knows another key', () => {
    const other = checkpoint.makeVerifierKey('example.com/foo', checkpoint.ED25519, new Uint8Array(32).fill(3))
    expect(signersOf(EXAMPLE, [other])).toEqual([])
  })
})

describe('a cosignature', () => {
  const secret = new Uint8Array(32).fill(5)
  const key = checkpoint.makeVerifierKey('witness.example/w1', checkpoint.COSIGNATURE, ed25519.getPublicKey(secret))
  const text = 'example.com/log\n3\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
  const cosign = (seconds: number) =>
    checkpoint.formatSignatureLine(
      key,
      checkpoint.timestamped(seconds, ed25519.sign(utf8(checkpoint.cosignedText(text, seconds)), secret)),
    )

  test('gives its time', () => {
    expect(signersOf(`${text}\n${cosign(1_679_315_147)}`, [key])).toEqual([{ key, seconds: 1_679_315_147 }])
  })

  test('with another time makes the note worthless', () => {
    const [, signature] = / (\S+)\n$/.exec(cosign(1_679_315_147)) ?? []
    const [, later] = / (\S+)\n$/.exec(cosign(1_679_315_148)) ?? []
    // The time of one and the signature of the other.
    const mixed = `${later?.slice(0, 16)}${signature?.slice(16)}`
    expect(signersOf(`${text}\n— witness.example/w1 ${mixed}\n`, [key])).toBeNull()
  })
})

test.each([
  ['without signatures', 'text\n'],
  ['without the blank line', 'text\n— a AAAAAAA=\n'],
  ['with a tab', 'te\txt\n\n— a AAAAAAA=\n'],
  ['with a carriage return', 'text\r\n\n— a AAAAAAA=\n'],
  ['cut off', 'text\n\n— a AAAAAAA='],
  ['with loose base64', 'text\n\n— a AAAAAAB=\n'],
  ['with a line that is no signature', 'text\n\n— a AAAAAAA=\nmore\n'],
  ['with half a character', 'te\ud800xt\n\n— a AAAAAAA=\n'],
])('a note %s is refused', (_, text) => {
  expect(checkpoint.readNote(text)).toBeNull()
})

test.each([
  ['another id', 'example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  ['an unknown type', 'example.com/foo+530d903a+BekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
  ['a short key', 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3Q=='],
  ['no name', '+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'],
])('a key with %s is refused', (_, text) => {
  expect(checkpoint.readVerifierKey(text)).toBeNull()
})
