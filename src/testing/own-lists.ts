/** Lists of leads that buyers have already, as tests send them. */
import type { Client, Reply } from './builders.ts'
import { Imports } from './imports.ts'

const PATH = '/api/desk/own-lists'

export const OWN_LIST_HEADER = 'Property Address,City,State,ZIP,Owner,Phone,Phone 1 Type,Mobile\n'
/** Two rows with an address and a telephone number each, and three that cannot be used. */
export const OWN_LIST_FILE = `${OWN_LIST_HEADER}12 North Main Street,Austin,TX,78701,"Doe, Jane",(512) 555-0100,mobile,
14 Oak Ave Apt 4,Austin,TX,78701-1234,Sam,,landline,737.555.0101
,Austin,TX,78701,Nobody,,,
9 Elm St,Austin,TX,none,Al,,,
Main Street,Austin,TX,78702,Bo,,,
`

/** Adds a list with what a file has. @returns the import, or what refused a step */
export async function addOwnList(
  by: Client,
  file: string | Uint8Array,
  { name = 'My leads', replaces = undefined as string | undefined } = {},
): Promise<Reply['body']> {
  const imports = new Imports(by.node, by, 'ownList')
  const checked = await imports.bring(file, { source: name })
  return checked.state === 'ready' ? imports.apply(checked.id, { name, replaces }) : checked
}

/** The lists that a desk shows. */
export const ownListsOf = async (by: Client): Promise<Reply['body'][]> => (await by.call('GET', PATH)).body.lists
