/** What a buyer does at the desk with lists of leads that they have. Another buyer's list does not exist for them. */
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import { OWN_LIST_DAYS, type OwnList, type OwnListPreview } from '#contract/buyers/own-lists.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/imports/imports.ts'
import { FIELDS_OF } from '#contract/imports/mapping.ts'
import { countRefused } from '#server/features/imports/file-intake.ts'
import { proposeMapping } from '#server/features/imports/header.ts'
import type { ImportKind, ImportRow } from '#server/features/imports/import-kind.ts'
import { openFile } from '#server/features/imports/receive-file.ts'
import { type ImportScope, requireImport } from '#server/features/imports/show-import.ts'
import { createImport, startApplying, startCheck } from '#server/features/imports/start-import.ts'
import { countProbe } from '#server/features/stock/own-lists.ts'
import {
  countOwnListRows,
  lockForNewList,
  readOwnLists,
  removeList,
  saveOwnList,
} from '#server/features/stock/save-own-list.ts'
import type { WebContext } from '#server/gateways/context.ts'
import { addMilliseconds, days } from '#server/platform/clock.ts'
import { countAttempts } from '#server/platform/count-attempts.ts'
import { shownOf, statement } from '#server/platform/database/statement.ts'
import { Refusal } from '#server/platform/errors.ts'
import { oneLine } from '#server/platform/text/text.ts'
import { requireDesk } from './desk-session.ts'
import { listReadingsLimit } from './rules.ts'

const only = (mapping: LeadMapping): LeadMapping =>
  Object.fromEntries(FIELDS_OF.ownList.flatMap((field) => (mapping[field] ? [[field, mapping[field]]] : [])))

const listOf = (row: ImportRow) => {
  const { addresses, phones } = row.preview as OwnListPreview
  return { buyerKey: row.created_by, listId: row.import_id, replaces: row.replaces, addresses, phones }
}

/** Its `created_by` is the buyer's key, and its `source` the name of the list. */
export const OWN_LIST_IMPORTS: ImportKind = {
  name: 'ownList',
  idStart: 'own',
  job: 'import-own-list',
  queue: 'own-lists',
  isOneAtWork: false,
  rows: {
    table: 'own_list_rows',
    columns: 'upload_no, is_phone, key',
    index: 'upload_no, is_phone, key',
    statistics: 'upload_no, is_phone, key',
  },
  reader: new URL('./read-own-list.ts', import.meta.url),
  async propose(_ctx, _row, columns) {
    const { mapping, choices } = proposeMapping(columns, undefined)
    return { mapping: only(mapping), choices: choices.map(only), isRemembered: false }
  },
  readerOptions: () => Promise.resolve({}),
  async check(_ctx, tx, { uploadNo, sum }) {
    const refusedRows = countRefused(sum.refused)
    const usableRows = sum.rowsRead - refusedRows
    const preview: OwnListPreview = { usableRows, ...(await countOwnListRows(tx, uploadNo)), refused: sum.refused }
    const problem = usableRows > 0 ? null : 'None of the rows has an address or a phone that we can use.'
    return { problem, refusedRows, preview }
  },
  async beginApplying(_ctx, tx, row) {
    await lockForNewList(tx, listOf(row))
  },
  async apply(ctx, row, uploadNo) {
    try {
      await saveOwnList(ctx, { ...listOf(row), name: row.source, uploadNo })
      return null
    } catch (error) {
      // Another list of the buyer came first.
      if (error instanceof Refusal) return error.message
      throw error
    }
  },
  async progress(_ctx, row) {
    const { usableRows = 0 } = (row.preview ?? {}) as Partial<OwnListPreview>
    return { rows: usableRows, done: row.state === 'applied' ? usableRows : 0, undone: 0, outcome: {} }
  },
}

export const nameList = statement('own_lists.name_import')`
  update imports set source = $name, replaces = $replaces? where import_id = $importId and state = 'ready'`

/** Ends what a buyer has begun and not saved, so that one file of each buyer is stored. */
const endUnsaved = statement('own_lists.end_unsaved')`
  with ended as (
    update imports set state = 'lapsed', has_rows = false, upload_no = null, columns = '{}', sheets = '[]', call_columns = '{}', mapping = null
    where kind = 'ownList' and created_by = $createdBy and state in ('waiting', 'mapping', 'refused', 'ready', 'interrupted')
    returning import_id
  )
  delete from import_file_parts p using ended where p.import_id = ended.import_id`

const showList = (row: Awaited<ReturnType<typeof readOwnLists>>[number]): OwnList => ({
  id: row.list_id as OwnList['id'],
  ...shownOf(row, 'name', 'addresses', 'phones', 'created_at', 'changed_at'),
  keptUntil: addMilliseconds(row.changed_at, days(OWN_LIST_DAYS)).toISOString(),
})

/** Lists the lists of the address. @throws Refusal `desk_closed` */
export async function showOwnLists(ctx: WebContext): Promise<{ lists: OwnList[] }> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  return { lists: (await readOwnLists(ctx, buyerKey)).map(showList) }
}

/** The buyer's own imports. @throws Refusal `desk_closed` */
export async function deskImports(ctx: WebContext): Promise<ImportScope & { createdBy: string }> {
  const { customer_key: createdBy } = await requireDesk(ctx)
  return { kinds: [OWN_LIST_IMPORTS], createdBy, names: new Map() }
}

/** Files take space and minutes: one buyer may send and check so many an hour. */
async function requireTurn(ctx: WebContext, buyerKey: string): Promise<void> {
  if (!(await countAttempts(ctx, [listReadingsLimit(buyerKey)]))) throw new Refusal('own_list_throttled')
}

/** Creates an import for a buyer's list. @throws Refusal `desk_closed`, `own_list_throttled` */
export async function createListImport(ctx: WebContext, body: BodyOf<typeof contract.createOwnListImport>) {
  const scope = await deskImports(ctx)
  await requireTurn(ctx, scope.createdBy)
  await ctx.database.run(endUnsaved, { createdBy: scope.createdBy })
  return createImport(ctx, scope, { ...body, kind: 'ownList', createdBy: scope.createdBy })
}

/** For a step of an import that reads its file. */
async function takeTurn(ctx: WebContext, importId: string): Promise<ImportScope> {
  const scope = await deskImports(ctx)
  await requireImport(ctx.database, scope, importId)
  await requireTurn(ctx, scope.createdBy)
  return scope
}

/** Opens a buyer's file. @throws Refusal see the contract */
export const openListFile = async (ctx: WebContext, importId: string) =>
  openFile(ctx, await takeTurn(ctx, importId), importId)

/** Starts the check of a buyer's list. @throws Refusal see the contract */
export const checkListImport = async (ctx: WebContext, importId: string, mapping: LeadMapping) =>
  startCheck(ctx, await takeTurn(ctx, importId), importId, mapping)

/** Starts keeping a checked file as a list. @throws Refusal see the contract; nothing is kept then */
export async function applyListImport(
  ctx: WebContext,
  importId: string,
  { name: typed, replaces }: BodyOf<typeof contract.applyOwnListImport>,
) {
  const scope = await deskImports(ctx)
  const { state } = await requireImport(ctx.database, scope, importId)
  const name = oneLine(typed)
  if (name === null) throw new Refusal('bad_request.name')
  if (state === 'ready') {
    if (!(await countProbe(ctx, scope.createdBy))) throw new Refusal('own_list_throttled')
    await ctx.database.run(nameList, { importId, name, replaces: replaces ?? null })
  }
  return startApplying(ctx, scope, importId)
}

/** Ends a list. @throws Refusal `desk_closed`, `own_list_unknown` */
export async function removeOwnList(ctx: WebContext, listId: string): Promise<{ message: string }> {
  const { customer_key: buyerKey } = await requireDesk(ctx)
  await removeList(ctx, { buyerKey, listId })
  return { message: 'The list was removed.' }
}
