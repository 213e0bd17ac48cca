/** Lists of leads that buyers have already, as tests send them. */
import { randomUUID } from 'node:crypto'
import type { Client, Reply } from './builders.ts'

const PATH = '/api/desk/own-lists'

/** Sends the bytes of a file, as the desk does. */
export async function sendListFile(
  by: Client,
  url: string,
  file: string | Uint8Array,
  contentType = 'application/octet-stream',
): Promise<Pick<Reply, 'status' | 'body'>> {
  const reply = await by.node.app.server.inject({
    method: 'POST',
    url,
    payload: Buffer.from(file),
    headers: { 'content-type': contentType, cookie: by.cookie },
  })
  return { status: reply.statusCode, body: reply.json() }
}

/** Adds a list with what a file has. */
export const addOwnList = (
  by: Client,
  file: string | Uint8Array,
  { name = 'My leads', attemptId = randomUUID() as string } = {},
): Promise<Pick<Reply, 'status' | 'body'>> =>
  sendListFile(by, `${PATH}?name=${encodeURIComponent(name)}&attemptId=${attemptId}`, file)

/** The lists that a desk shows. */
export const ownListsOf = async (by: Client): Promise<Reply['body'][]> => (await by.call('GET', PATH)).body.lists
