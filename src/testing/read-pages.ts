import type { Client, Reply } from './builders.ts'

/** Reads a list to its end. @param between runs after each page but the last */
export async function readPages(client: Client, path: string, between: () => Promise<unknown> = async () => undefined) {
  const rows: Reply['body'][] = []
  for (let cursor = ''; ; ) {
    const page = cursor && `${path.includes('?') ? '&' : '?'}cursor=${cursor}`
    const { status, body, headers } = await client.call('GET', `${path}${page}`)
    if (status !== 200) throw new Error(`${path} was not read: ${JSON.stringify(body)}`)
    rows.push(...body)
    cursor = String(headers['x-next-cursor'] ?? '')
    if (!cursor) return rows
    await between()
  }
}
