/** What tests do at a buyer's desk. */
import { expect } from 'vitest'
import { Client } from './builders.ts'
import type { TestApp } from './test-app.ts'

export const askForCode = (by: Client, email: string, headers: Record<string, string> = {}) =>
  by.call('POST', '/api/desk/codes', { email }, headers)

export const enterCode = (by: Client, codeId: string, code: string, headers: Record<string, string> = {}) =>
  by.call('POST', '/api/desk/open', { codeId, code }, headers)

export const openByLink = (by: Client, secret: string) => by.call('POST', '/api/desk/open-by-link', { secret })

/** Whose desk is open in a browser. */
export const lookAtDesk = async (by: Client) => (await by.call('GET', '/api/desk')).body.desk

/** What was mailed to open the desk of an address, latest first. */
export async function mailedCodes(store: TestApp, email: string): Promise<{ code: string; secret: string }[]> {
  await store.runJobs()
  return (await store.mailsTo(email)).flatMap(({ subject, text }) => {
    const code = /^(\d{6}) is your code/.exec(subject)?.[1]
    const secret = /\/desk#([\w-]+)/.exec(text)?.[1]
    return code && secret ? [{ code, secret }] : []
  })
}

/** Opens the desk of an address in a browser, absent: a new one. */
export async function aDesk(store: TestApp, email: string, browser = new Client(store)): Promise<Client> {
  const { codeId } = (await askForCode(browser, email)).body
  const [latest] = await mailedCodes(store, email)
  expect((await enterCode(browser, codeId, latest?.code ?? '')).status).toBe(200)
  return browser
}
