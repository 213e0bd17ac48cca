import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import {
  checkLeadFile,
  getLeadImport,
  LEAD_FILE_PART_BYTES,
  type LeadImport,
  listLeadImports,
  listLeadSources,
  openLeadFile,
} from '#contract/admin/lead-files.ts'
import type { LeadPreview, NewlyBacked } from '#contract/admin/lead-preview.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { BEING_CHECKED, IMPORT_STATES } from '#web/features/admin/file-import.tsx'
import { ApiError, answeredError, callApi, queryClient, unreachableError } from '#web/lib/call-api.ts'
import { keepImport, Uploads, useUploadOf } from '#web/lib/file-imports.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { reload } from '#web/lib/use-change.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

const importKey = (leadImportId: string): QueryKey => [getLeadImport.path, { leadImportId }]

/** Shows an import from a reply. */
export const keep = (one: LeadImport): void => keepImport(importKey(one.id), listLeadImports.path, one)

/** A step of an import. After an error the import is read again: it shows whether the step was taken. */
export const useStep = <Input = void>(leadImportId: string, take: (input: Input) => Promise<LeadImport>) =>
  useMutation<LeadImport, ApiError, Input>({
    mutationFn: (input) => take(input),
    onSuccess: keep,
    onError: () => void queryClient.invalidateQueries({ queryKey: importKey(leadImportId) }),
  })

export type MappingStep = ReturnType<typeof useMappingStep>

/**
 * The step that names the columns: its form is in the drawer, its button in the drawer's footer.
 *
 * @param isThere whether the file has arrived; it is not opened before
 */
export function useMappingStep(leadImportId: string, isThere: boolean, onChecking: () => void) {
  const formId = useId()
  // Each request is recorded, so the reply is kept.
  const opened = useQuery<ReplyOutputOf<typeof openLeadFile>>({
    queryKey: [openLeadFile.path, { leadImportId }],
    queryFn: async () => {
      const file = await callApi(openLeadFile, { params: { leadImportId } })
      keep(file.import)
      return file
    },
    enabled: isThere,
  })
  const { mutate, isPending, error } = useStep(leadImportId, async (mapping: LeadMapping) => {
    const checked = await callApi(checkLeadFile, { params: { leadImportId }, body: { mapping } })
    void reload([listLeadSources.path])
    return checked
  })
  /** Starts the dry run; a second press in the meantime does nothing. */
  const check = (mapping: LeadMapping) => {
    if (!isPending) mutate(mapping, { onSuccess: onChecking })
  }
  return { formId, opened, isChecking: isPending, error, check }
}

/** Any package's count may have changed, wherever it is shown. */
export function followStock(): void {
  const ours: readonly unknown[] = [getLeadImport.path, openLeadFile.path]
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
  const reply = await fetch(`${listLeadImports.path}/${importId}/parts/${part}`, {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    body: file.slice(part * LEAD_FILE_PART_BYTES, (part + 1) * LEAD_FILE_PART_BYTES),
  }).catch(() => {
    throw unreachableError('The connection dropped during the upload. Nothing was changed.')
  })
  if (!reply.ok) throw answeredError(reply.status, await reply.text().catch(() => ''))
}

/** Sends the missing parts of a file. */
export async function sendFile(importId: string, file: File): Promise<void> {
  const known = uploads.get(importId)
  if (known?.state === 'sending') return
  // Another file, or one that has changed on disk since, is sent from the beginning.
  let parts = known?.file === file ? known.parts : 0
  const report = (state: Upload['state'], error: ApiError | null = null) =>
    uploads.set(importId, { file, parts, state, error })
  report('sending')
  try {
    while (parts < countParts(file)) {
      await sendPart(importId, file, parts)
      parts += 1
      report('sending')
    }
    report('sent')
  } catch (error) {
    const isKnown = error instanceof ApiError
    report('failed', isKnown ? error : unreachableError('We can no longer read the file. Choose it again.'))
  }
  void queryClient.invalidateQueries({ queryKey: importKey(importId) })
}

const STATES: Readonly<Record<string, { word: string; tone: StatusTone }>> = {
  ...IMPORT_STATES,
  applied: { word: 'On sale', tone: 'done' },
  undone: { word: 'Undone', tone: 'plain' },
  waiting: { word: 'Not uploaded', tone: 'waiting' },
  mapping: { word: 'Columns to match', tone: 'waiting' },
  undoing: { word: 'Being undone', tone: 'waiting' },
}

export const stateWord = ({ state }: LeadImport) => STATES[state] ?? BEING_CHECKED

/** The result in one line. */
export function outcomeWords({ state, outcome, preview }: LeadImport): string {
  if (state === 'applied' && outcome)
    return `${formatPlural(outcome.newLeads, 'new lead')}, ${formatCount(outcome.merged)} updated`
  if (state === 'undone') return outcome?.kept ? `Undone except ${formatPlural(outcome.kept, 'lead')}` : 'All undone'
  if (state === 'ready' && preview) return `${formatPlural(preview.newLeads, 'new lead')} to add`
  return state === 'applying' || state === 'undoing' ? 'In progress' : 'No leads changed'
}

/** What applying would put on sale, as its button says it. */
export const applyWords = ({ newLeads, merged }: LeadPreview): string =>
  newLeads > 0 ? `Put ${formatPlural(newLeads, 'lead')} on sale` : `Update ${formatPlural(merged, 'lead')}`

/** What sells out if stock starts to follow leads; undefined if nothing does, or if it was not counted. */
export const soldOutWords = ({ forSale = 0, soldOut = 0 }: Pick<NewlyBacked, 'forSale' | 'soldOut'>) =>
  soldOut > 0 ? `${formatCount(soldOut)} of ${formatPlural(forSale, 'package')} for sale will be sold out` : undefined
