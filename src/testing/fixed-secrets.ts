import { Keyring, type Secrets } from '#server/platform/secrets.ts'

const keyring = (value: string) => new Keyring([{ from: new Date(0).toISOString(), value }], () => new Date())

/** Secrets for what opens no store, or one that no other process opens. */
export const FIXED_SECRETS: Secrets = {
  fingerprints: 'fingerprints-of-the-test-store-0000000000',
  tokens: keyring('tokens-of-the-test-store-000000000000'),
  sessions: keyring('sessions-of-the-test-store-0000000000'),
}
