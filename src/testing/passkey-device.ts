/** A phone or security key for tests: makes keys and signs challenges as the WebAuthn standard says. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const PRESENT = 0x01
const VERIFIED = 0x04
const SYNCED = 0x18
const WITH_KEY = 0x40

interface Ceremony {
  challenge: string
  /** Where the person is; by default the address of test apps. */
  origin?: string
  rpId?: string
  /** Whether the device recognized the person, by finger, face or PIN. */
  isVerified?: boolean
  /** The number of this signature; absent: one more than the last. */
  counter?: number
}

const sha256 = (bytes: Buffer | string): Buffer => createHash('sha256').update(bytes).digest()
const inBase64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')

export class PasskeyDevice {
  readonly credentialId = randomBytes(16)
  readonly #isSynced: boolean
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  /** How often it has signed; null for one that does not count. */
  counter: number | null
  userHandle = ''

  constructor({ isCounting = true, isSynced = false } = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
    this.#isSynced = isSynced
    this.counter = isCounting ? 0 : null
  }

  get id(): string {
    return inBase64(this.credentialId)
  }

  /** Makes the key for a member, as `navigator.credentials.create` would. */
  create(options: { user: { id: string } } & Ceremony) {
    this.userHandle = options.user.id
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(this.#dataOf(options, WITH_KEY))],
      ]) as never,
    )
    return {
      ...this.#naming(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options),
        attestationObject: inBase64(attestationObject),
        transports: ['internal'],
      },
    }
  }

  /** Signs a challenge, as `navigator.credentials.get` would. */
  get(options: Ceremony) {
    if (this.counter !== null) this.counter = options.counter ?? this.counter + 1
    const clientDataJSON = this.#clientData('webauthn.get', options)
    const authenticatorData = this.#dataOf(options, 0)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    return {
      ...this.#naming(),
      response: {
        clientDataJSON,
        authenticatorData: inBase64(authenticatorData),
        signature: inBase64(sign('sha256', signed, this.#privateKey)),
        userHandle: this.userHandle,
      },
    }
  }

  #naming() {
    return { id: this.id, rawId: this.id, type: 'public-key', authenticatorAttachment: 'platform' }
  }

  #clientData(type: string, { challenge, origin = 'http://store.test' }: Ceremony): string {
    return inBase64(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #dataOf({ rpId = 'store.test', isVerified = true }: Ceremony, more: number): Buffer {
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (this.#isSynced ? SYNCED : 0) | more
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(this.counter ?? 0, 1)
    const parts = [sha256(rpId), head]
    if (more === WITH_KEY) parts.push(this.#attested())
    return Buffer.concat(parts)
  }

  /** The maker's id, the key's name and the key as COSE writes it. */
  #attested(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.credentialId.length)
    return Buffer.concat([Buffer.alloc(16), length, this.credentialId, Buffer.from(isoCBOR.encode(key as never))])
  }
}
