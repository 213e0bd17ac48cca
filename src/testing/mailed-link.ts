import type { TestApp } from './test-app.ts'

/** Sends waiting messages and reads the tokens of the links emailed to an address, newest first. */
export async function mailedTokens(store: TestApp, address: string, path: string): Promise<string[]> {
  await store.runJobs()
  const mails = await store.mailsTo(address)
  return mails.flatMap(({ text }) => {
    const [, token] = new RegExp(`http://store\\.test${path}\\?token=(\\S+)`).exec(text) ?? []
    return token ? [token] : []
  })
}
