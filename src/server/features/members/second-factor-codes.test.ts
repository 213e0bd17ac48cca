import { expect, test } from 'vitest'
import { deriveToken } from '#server/platform/ids.ts'
import { Keyring } from '#server/platform/secrets.ts'
import { FIXED_SECRETS } from '#testing/fixed-secrets.ts'
import { possibleFingerprints, recoveryFingerprint, seal, sealAgain, unseal } from './second-factor-codes.ts'

const NEW_KEY = { from: '2026-03-01T12:10:00.000Z', value: 'n'.repeat(64) }
const OLD_KEY = { from: new Date(0).toISOString(), value: 'o'.repeat(64) }
const at = (time: string, ...keys: (typeof NEW_KEY)[]) => ({
  ...FIXED_SECRETS,
  sessions: new Keyring(keys, () => new Date(time)),
})
const before = at('2026-03-01T12:00:00Z', NEW_KEY, OLD_KEY)
const after = at('2026-03-01T13:00:00Z', NEW_KEY, OLD_KEY)
const retired = at('2026-03-01T15:00:00Z', NEW_KEY)

test('a second factor can be read after the secret of sessions is replaced, by nodes that have not begun to use it too', () => {
  expect(unseal(after, 'usr_1', seal(before, 'usr_1', 'SECRET'))).toBe('SECRET')
  expect(unseal(before, 'usr_1', seal(after, 'usr_1', 'SECRET'))).toBe('SECRET')
})

test('a second factor is encrypted again with the latest secret, and then needs no earlier one', () => {
  const sealed = seal(before, 'usr_1', 'SECRET')
  expect(sealAgain(before, 'usr_1', sealed)).toBeNull()
  const again = sealAgain(after, 'usr_1', sealed) ?? ''
  expect(unseal(retired, 'usr_1', again)).toBe('SECRET')
  expect(sealAgain(after, 'usr_1', again)).toBeNull()
  expect(() => unseal(retired, 'usr_1', sealed)).toThrow('does not have')
})

test('a second factor cannot be read for another member', () => {
  expect(() => unseal(after, 'usr_2', seal(before, 'usr_1', 'SECRET'))).toThrow('does not have')
})

test('a recovery code made before secrets were in a file is recognized by its old fingerprint', () => {
  const old = deriveToken(OLD_KEY.value, 'recovery-code', 'usr_1\x007k3m9qxd40vb')
  expect(possibleFingerprints(after, 'usr_1', '7K3M-9QXD-40VB')).toContain(old)
  expect(possibleFingerprints(after, 'usr_1', '7k3m 9qxd 40vb')).toContain(
    recoveryFingerprint(retired, 'usr_1', '7k3m-9qxd-40vb'),
  )
})
