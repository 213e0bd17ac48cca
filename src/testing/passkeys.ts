/** Passkeys as a member's browser adds and uses them. */
import { expect } from 'vitest'
import { Client, prove, type Reply } from './builders.ts'
import { PasskeyDevice } from './passkey-device.ts'
import { REP, type TestApp } from './test-app.ts'

/** Adds the device's key to the member who is logged in; a proof of identity must come first. */
export async function addPasskey(client: Client, device: PasskeyDevice, name = 'Work laptop'): Promise<Reply> {
  const { body: options } = await client.call('POST', '/api/profile/passkeys/options')
  return client.call('POST', '/api/profile/passkeys', { name, credential: device.create(options) })
}

/** Adds a passkey to the rep who is logged in. */
export async function aPasskeyOf(rep: Client, device = new PasskeyDevice()): Promise<PasskeyDevice> {
  await prove(rep, REP)
  expect(outcomeOf(await addPasskey(rep, device))).toBe('in')
  return device
}

/** Starts logging in. @returns the browser and its challenge */
export async function beginPasskeyLogIn(node: TestApp): Promise<{ browser: Client; challenge: string }> {
  const browser = new Client(node)
  const { body } = await browser.call('POST', '/api/login/passkey/options')
  return { browser, challenge: body.challenge }
}

export const finishPasskeyLogIn = (browser: Client, credential: unknown): Promise<Reply> =>
  browser.call('POST', '/api/login/passkey', { credential })

/** Logs in with the device, in a new browser. */
export async function logInWithPasskey(
  node: TestApp,
  device: PasskeyDevice,
  how: Partial<Parameters<PasskeyDevice['get']>[0]> = {},
): Promise<Reply> {
  const { browser, challenge } = await beginPasskeyLogIn(node)
  return finishPasskeyLogIn(browser, device.get({ challenge, ...how }))
}

/** The outcome of a call in one word. */
export const outcomeOf = ({ status, body }: Reply): string => (status === 200 ? 'in' : body.code)

/** The audit log since a moment, without logins. */
export async function auditedSince(node: TestApp, since: Date): Promise<string[]> {
  await node.runTimers()
  const rows =
    await node.sql`select action from audit_entries where at >= ${since} and action not in ('logged_in', 'logged_out') order by at`
  return rows.map(({ action }) => action)
}
