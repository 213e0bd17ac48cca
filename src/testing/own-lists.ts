/** Lists of leads that buyers have already, as tests send them. */
import { randomUUID } from 'node:crypto'
import type { Client, Reply } from './builders.ts'

const PATH = '/api/desk/own-lists'

export const OWN_LIST_HEADER = 'Property Address,City,State,ZIP,Owner,Phone,Phone 1 Type,Mobile\n'
/** Two rows with an address and a telephone number each, and three that cannot be used. */
export const OWN_LIST_FILE = `${OWN_LIST_HEADER}12 North Main Street,Austin,TX,78701,"Doe, Jane",(512) 555-0100,mobile,
14 Oak Ave Apt 4,Austin,TX,78701-1234,Sam,,landline,737.555.0101
,Austin,TX,78701,Nobody,,,
9 Elm St,Austin,TX,none,Al,,,
Main Street,Austin,TX,78702,Bo,,,
`

/** Sends the bytes of a file, as the desk does. */
export const sendListFile = (by: Client, url: string, file: string | Uint8Array): Promise<Reply> =>
  by.upload('POST', url, file)

/** Adds a list with what a file has. */
export const addOwnList = (
  by: Client,
  file: string | Uint8Array,
  { name = 'My leads', attemptId = randomUUID() as string } = {},
): Promise<Reply> => sendListFile(by, `${PATH}?name=${encodeURIComponent(name)}&attemptId=${attemptId}`, file)

/** The lists that a desk shows. */
export const ownListsOf = async (by: Client): Promise<Reply['body'][]> => (await by.call('GET', PATH)).body.lists
