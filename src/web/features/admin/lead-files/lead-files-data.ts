import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import {
  type applyLeadImport,
  type checkLeadFile,
  type createLeadImport,
  type getLeadImport,
  LEAD_FILE_PART_BYTES,
  type LeadImport,
  type LeadPreviewRow,
  type listLeadImports,
  type listLeadSources,
  type openLeadFile,
  type previewLeadImport,
  type undoLeadImport,
} from '#contract/admin/lead-files.ts'
import type { LeadPreview, NewlyBacked } from '#contract/admin/lead-preview.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { ApiError, answeredError, unreachableError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { keepImport, Uploads, useUploadOf, WATCH_EVERY_MS } from '#web/lib/file-imports.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

export const LIST_PATH = '/api/admin/lead-imports'
const ONE_PATH = '/api/admin/lead-imports/:leadImportId'
const SOURCES_PATH = '/api/admin/lead-sources'
const OPEN_PATH = '/api/admin/lead-imports/:leadImportId/open'
type OpenedFile = ReplyOutputOf<typeof openLeadFile>
/** States that continue by themselves. */
const MOVING: readonly string[] = ['reading', 'applying', 'undoing']

const importKey = (leadImportId: string): QueryKey => [ONE_PATH, { leadImportId }]

const keep = (one: LeadImport): void => keepImport(importKey(one.id), LIST_PATH, one)

const readAgain = (leadImportId: string): void =>
  void queryClient.invalidateQueries({ queryKey: importKey(leadImportId) })

/** An import, polled every second while it is in progress, so changes from another tab or person appear too. */
export function useLeadImport(leadImportId: string) {
  return useQuery({
    ...query<typeof getLeadImport>(ONE_PATH, { leadImportId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (MOVING.includes(state.data?.state ?? '') ? WATCH_EVERY_MS : false),
  })
}

/** Past imports, newest first, page by page. */
export const usePastImports = () => usePages<typeof listLeadImports>(LIST_PATH, {})

/** Sources whose columns are saved. */
export const useLeadSources = () => useQuery({ ...query<typeof listLeadSources>(SOURCES_PATH, {}), staleTime: 0 })

/** Creates an import for a file of a source; the reply has its id. */
export function useCreateImport() {
  return useMutation<LeadImport, ApiError, { source: string; file: File }>({
    mutationFn: ({ source, file }) =>
      callApi<typeof createLeadImport>('POST', LIST_PATH, {
        body: { source, fileName: file.name.slice(-200), fileBytes: file.size },
      }),
    onSuccess: keep,
  })
}

/** The columns of an uploaded file, with examples. Each request is recorded, so the reply is kept. */
function useOpenFile(leadImportId: string, isThere: boolean) {
  return useQuery<OpenedFile, ApiError>({
    queryKey: [OPEN_PATH, { leadImportId }],
    queryFn: async () => {
      const opened = await callApi<typeof openLeadFile>('POST', OPEN_PATH, { params: { leadImportId } })
      keep(opened.import)
      return opened
    },
    enabled: isThere,
  })
}

/** Names the columns and starts the dry run. */
function useCheckFile(leadImportId: string) {
  return useMutation<LeadImport, ApiError, LeadMapping>({
    mutationFn: (mapping) =>
      callApi<typeof checkLeadFile>('POST', '/api/admin/lead-imports/:leadImportId/check', {
        params: { leadImportId },
        body: { mapping },
      }),
    onSuccess: (one) => {
      keep(one)
      void queryClient.invalidateQueries({ queryKey: [SOURCES_PATH] })
    },
    onError: () => readAgain(leadImportId),
  })
}

/** The step that names the columns: its form is in the drawer, its button in the drawer's footer. */
export interface MappingStep {
  formId: string
  opened: ReturnType<typeof useOpenFile>
  isChecking: boolean
  error: ApiError | null
  /** Starts the dry run; a second press in the meantime does nothing. */
  check: (mapping: LeadMapping) => void
}

/** @param isThere whether the file has arrived; it is not opened before */
export function useMappingStep(leadImportId: string, isThere: boolean, onChecking: () => void): MappingStep {
  const formId = useId()
  const opened = useOpenFile(leadImportId, isThere)
  const { mutate, isPending, error } = useCheckFile(leadImportId)
  const check = (mapping: LeadMapping) => {
    if (!isPending) mutate(mapping, { onSuccess: onChecking })
  }
  return { formId, opened, isChecking: isPending, error, check }
}

/** The first rows as leads. They are personal, so they are loaded only on request. */
export function usePreviewRows(leadImportId: string) {
  return useMutation<LeadPreviewRow[], ApiError, void>({
    mutationFn: () =>
      callApi<typeof previewLeadImport>('POST', '/api/admin/lead-imports/:leadImportId/preview', {
        params: { leadImportId },
      }),
  })
}

/** Starts putting the leads on sale. */
export function useApplyImport(leadImportId: string) {
  return useMutation<LeadImport, ApiError, void>({
    mutationFn: () =>
      callApi<typeof applyLeadImport>('POST', '/api/admin/lead-imports/:leadImportId/apply', {
        params: { leadImportId },
      }),
    onSuccess: keep,
    onError: () => readAgain(leadImportId),
  })
}

/** Starts undoing an import. */
export function useUndoImport(leadImportId: string) {
  return useMutation<LeadImport, ApiError, void>({
    mutationFn: () =>
      callApi<typeof undoLeadImport>('POST', '/api/admin/lead-imports/:leadImportId/undo', {
        params: { leadImportId },
      }),
    onSuccess: keep,
    onError: () => readAgain(leadImportId),
  })
}

/** Any package's count may have changed, wherever it is shown. */
export function followStock(): void {
  const ours: readonly unknown[] = [ONE_PATH, OPEN_PATH]
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !ours.includes(queryKey[0]) })
}

/* Files being uploaded, part by part. Uploads continue while the drawer is closed, and resume where they stopped. */

export interface Upload {
  file: File
  /** How many parts arrived. */
  parts: number
  state: 'sending' | 'sent' | 'failed'
  error: ApiError | null
}

const uploads = new Uploads<Upload>()

export const useUpload = (importId: string) => useUploadOf(uploads, importId)

const countParts = (file: File): number => Math.ceil(file.size / LEAD_FILE_PART_BYTES)

/** From 0 to 1. */
export const shareOf = ({ file, parts }: Upload): number => Math.min(1, parts / Math.max(1, countParts(file)))

async function sendPart(importId: string, file: File, part: number): Promise<void> {
  const bytes = file.slice(part * LEAD_FILE_PART_BYTES, (part + 1) * LEAD_FILE_PART_BYTES)
  let reply: Response
  try {
    reply = await fetch(`${LIST_PATH}/${importId}/parts/${part}`, {
      method: 'PUT',
      credentials: 'include',
      headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      body: bytes,
    })
  } catch {
    throw unreachableError('The connection dropped during the upload. Nothing was changed.')
  }
  if (reply.ok) return
  const text = await reply.text().catch(() => '')
  throw answeredError(reply.status, text)
}

/** Sends the missing parts of a file. */
export async function sendFile(importId: string, file: File): Promise<void> {
  const known = uploads.get(importId)
  if (known?.state === 'sending') return
  // Another file, or one that has changed on disk since, is sent from the beginning.
  let parts = known?.file === file ? known.parts : 0
  uploads.set(importId, { file, parts, state: 'sending', error: null })
  try {
    for (; parts < countParts(file); parts += 1) {
      await sendPart(importId, file, parts)
      uploads.set(importId, { file, parts: parts + 1, state: 'sending', error: null })
    }
    uploads.set(importId, { file, parts, state: 'sent', error: null })
  } catch (error) {
    const failure =
      error instanceof ApiError ? error : unreachableError('We can no longer read the file. Choose it again.')
    uploads.set(importId, { file, parts, state: 'failed', error: failure })
  }
  void queryClient.invalidateQueries({ queryKey: importKey(importId) })
}

/** The state as a word with its tone. */
export function stateWord({ state }: Pick<LeadImport, 'state'>): { word: string; tone: StatusTone } {
  switch (state) {
    case 'applied':
      return { word: 'On sale', tone: 'done' }
    case 'ready':
      return { word: 'Checked, not applied', tone: 'waiting' }
    case 'refused':
      return { word: 'Refused', tone: 'over' }
    case 'interrupted':
      return { word: 'Incomplete', tone: 'over' }
    case 'lapsed':
      return { word: 'Not applied', tone: 'plain' }
    case 'undone':
      return { word: 'Undone', tone: 'plain' }
    case 'waiting':
      return { word: 'Not uploaded', tone: 'waiting' }
    case 'mapping':
      return { word: 'Columns to match', tone: 'waiting' }
    case 'applying':
      return { word: 'Being applied', tone: 'waiting' }
    case 'undoing':
      return { word: 'Being undone', tone: 'waiting' }
    default:
      return { word: 'Being checked', tone: 'waiting' }
  }
}

/** The result in one line. */
export function outcomeWords({ state, outcome, preview }: Pick<LeadImport, 'state' | 'outcome' | 'preview'>): string {
  if (state === 'applied' && outcome) {
    return `${formatPlural(outcome.newLeads, 'new lead')}, ${formatCount(outcome.merged)} updated`
  }
  if (state === 'undone') return outcome?.kept ? `Undone except ${formatPlural(outcome.kept, 'lead')}` : 'All undone'
  if (state === 'ready' && preview) return `${formatPlural(preview.newLeads, 'new lead')} to add`
  return state === 'applying' || state === 'undoing' ? 'In progress' : 'No leads changed'
}

/** What applying would put on sale, as its button says it. */
export const applyWords = ({ newLeads, merged }: LeadPreview): string =>
  newLeads > 0 ? `Put ${formatPlural(newLeads, 'lead')} on sale` : `Update ${formatPlural(merged, 'lead')}`

/** What is worth knowing about a preview in addition to its figures. */
export function previewNotes(preview: LeadPreview, unusedColumns: readonly string[]): string[] {
  const { repeated, unchanged, displaced, leftOut } = preview
  const cells = leftOut.phones + leftOut.emails + leftOut.facts
  return [
    displaced > 0 &&
      `${formatPlural(displaced, 'lead')} now on sale ${displaced === 1 ? 'comes' : 'come'} off sale: this file has newer rows for the same properties, with another owner or lead type.`,
    repeated > 0 &&
      `${formatPlural(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} a lead in this file; the newest is used.`,
    unchanged > 0 && `${formatPlural(unchanged, 'row')} are no newer than what we have, and change nothing.`,
    cells > 0 &&
      `We skip the cells we can’t read: ${formatPlural(leftOut.phones, 'phone')}, ${formatCount(leftOut.emails)} email addresses, ${formatPlural(leftOut.facts, 'fact')}.`,
    unusedColumns.length > 0 && `Unused columns: ${unusedColumns.join(', ')}.`,
  ].filter((note) => note !== false)
}

/** What sells out if stock starts to follow leads; undefined if nothing does, or if it was not counted. */
export const soldOutWords = ({ forSale = 0, soldOut = 0 }: Pick<NewlyBacked, 'forSale' | 'soldOut'>) =>
  soldOut > 0 ? `${formatCount(soldOut)} of ${formatPlural(forSale, 'package')} for sale will be sold out` : undefined

/** What it means when stock that was set by hand starts to follow leads. */
export function newlyBackedWords(newlyBacked: LeadPreview['newlyBacked']): { title: string; sentence: string } {
  const { packages, forSale, soldOut } = newlyBacked
  const first =
    'These counties and lead types get their first leads. Stock set by hand there no longer counts: packages show what their leads can fill.'
  if (!soldOut) {
    const isNothingLost = forSale !== undefined && forSale > 0
    const last = isNothingLost
      ? ` ${forSale === 1 ? 'The one package' : `All ${formatPlural(forSale, 'package')}`} for sale there now can still be bought.`
      : ''
    return {
      title: `The stock of ${formatPlural(packages, 'package')} will come from leads`,
      sentence: `${first}${last}`,
    }
  }
  return {
    title: `${soldOutWords(newlyBacked)}`,
    sentence: `The file has no leads for them, or too few. ${first}`,
  }
}

/** Columns that no field uses. */
export function unusedColumns({ columns, mapping }: Pick<LeadImport, 'columns' | 'mapping'>): string[] {
  const used = new Set(Object.values(mapping ?? {}).map((origin) => ('column' in origin ? origin.column : '')))
  return columns.filter((column) => !used.has(column))
}
