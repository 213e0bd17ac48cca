/** What the screens of imports know: the steps' calls, and files on their way. */
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import * as contract from '#contract/imports/imports.ts'
import { ApiError, answeredError, FRESH, queryClient, request, unreachableError } from '#web/lib/call-api.ts'
import { formatBytes } from '#web/lib/format-late.ts'
import { createStore } from '#web/ui/store.ts'

/** Whose imports: an administrator's, or a buyer's at the desk. */
export type ImportPath = '/api/admin/imports' | '/api/desk/imports'
export const ADMIN_IMPORTS = contract.listImports.path
export const DESK_IMPORTS = contract.createOwnListImport.path

const addressOf = (path: ImportPath, importId: string): string => `${path}/${importId}`
/** As `query` names it, so that a change of the list finds it. */
const keyOf = (path: ImportPath, importId: string): QueryKey => [`${path}/:importId`, { importId }]
const WATCH_EVERY_MS = 1_000

/** Shows an import from a reply, and reloads the list that has it. */
export function keep(path: ImportPath, one: contract.Import): void {
  const queryKey = keyOf(path, one.id)
  // A read that started before the call would bring the old state back.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, one)
  void queryClient.invalidateQueries({ queryKey: [path] })
}

/** An import. Polled while it is in progress, so changes from another tab or person appear too. */
export const useImport = (path: ImportPath, importId: string) =>
  useQuery<contract.Import, ApiError>({
    queryKey: keyOf(path, importId),
    queryFn: () => request('GET', addressOf(path, importId), {}),
    ...FRESH,
    refetchInterval: ({ state }) => /^(reading|applying|undoing)$/.test(state.data?.state ?? '') && WATCH_EVERY_MS,
  })

/** A step of an import. After an error the import is read again: it shows whether the step was taken. */
export const useStep = <Body = void>(path: ImportPath, importId: string, step: 'check' | 'apply' | 'undo') =>
  useMutation<contract.Import, ApiError, Body>({
    mutationFn: (body) => request('POST', `${addressOf(path, importId)}/${step}`, { body }),
    onSuccess: (one) => keep(path, one),
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(path, importId) }),
  })

export type OpenedFile = ReplyOutputOf<typeof contract.openImport>
export type MappingStep = ReturnType<typeof useMappingStep>

/**
 * The step that names the columns: its form is in the drawer, its button in the drawer's footer.
 *
 * @param isThere whether the file has arrived; it is not opened before
 */
export function useMappingStep(path: ImportPath, importId: string, isThere: boolean, onChecking: () => void) {
  const formId = useId()
  // Each request is recorded, so the reply is kept.
  const opened = useQuery<OpenedFile, ApiError>({
    queryKey: [`${path}/:importId/open`, { importId }],
    queryFn: async () => {
      const file = await request<OpenedFile>('POST', `${addressOf(path, importId)}/open`, {})
      keep(path, file.import)
      return file
    },
    enabled: isThere,
  })
  const { mutate, isPending, error } = useStep<{ mapping: LeadMapping }>(path, importId, 'check')
  /** Starts the dry run; a second press in the meantime does nothing. */
  const check = (mapping: LeadMapping) => {
    if (!isPending) mutate({ mapping }, { onSuccess: onChecking })
  }
  return { formId, opened, isChecking: isPending, error, check }
}

/** Any package's count may have changed, wherever it is shown. */
export function followStock(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => !String(path).includes('/imports/') })
}

/* Files being uploaded, part by part. Uploads continue while the drawer is closed, and resume where they stopped. */

export interface Upload {
  file: File
  /** How many parts arrived. */
  parts: number
  state: 'sending' | 'sent' | 'failed'
  error: ApiError | null
}

const uploads = createStore<ReadonlyMap<string, Upload>>(new Map())

/** The upload of an import on this page; undefined after a reload. */
export const useUpload = (importId: string): Upload | undefined => uploads.use().get(importId)

const countParts = (file: File): number => Math.ceil(file.size / contract.FILE_PART_BYTES)

/** From 0 to 1. */
export const shareOf = ({ file, parts }: Upload): number => Math.min(1, parts / Math.max(1, countParts(file)))

async function sendPart(path: ImportPath, importId: string, file: File, part: number): Promise<void> {
  const from = part * contract.FILE_PART_BYTES
  const reply = await fetch(`${addressOf(path, importId)}/parts/${part}`, {
    method: 'PUT',
    credentials: 'include',
    headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
    body: file.slice(from, from + contract.FILE_PART_BYTES),
  }).catch(() => {
    throw unreachableError('The connection dropped during the upload. Nothing was changed.')
  })
  if (!reply.ok) throw answeredError(reply.status, await reply.text().catch(() => ''))
}

/** Sends the missing parts of a file. */
export async function sendFile(path: ImportPath, importId: string, file: File): Promise<void> {
  const known = uploads.get().get(importId)
  if (known?.state === 'sending') return
  // Another file, or one that has changed on disk since, is sent from the beginning.
  let parts = known?.file === file ? known.parts : 0
  const report = (state: Upload['state'], error: ApiError | null = null) =>
    uploads.set(new Map(uploads.get()).set(importId, { file, parts, state, error }))
  report('sending')
  try {
    while (parts < countParts(file)) {
      await sendPart(path, importId, file, parts)
      parts += 1
      report('sending')
    }
    report('sent')
  } catch (error) {
    const isKnown = error instanceof ApiError
    report('failed', isKnown ? error : unreachableError('We can no longer read the file. Choose it again.'))
  }
  void queryClient.invalidateQueries({ queryKey: keyOf(path, importId) })
}

/** Creates an import and starts to send its file. @throws ApiError */
export async function startImport(path: ImportPath, file: File, named: { kind?: string; source: string }) {
  const body = { ...named, fileName: file.name.slice(-200), fileBytes: file.size }
  const one = await request<contract.Import>('POST', path, { body })
  keep(path, one)
  void sendFile(path, one.id, file)
  return one
}

export const FILE_TYPES = '.csv,.tsv,.txt,.gz,.xlsx,text/csv,application/gzip'

/** Says why a file cannot be imported before it is sent; undefined if it is worth sending. */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>, kind: contract.ImportKind): string | undefined {
  if (/\.(xls|xlsm|ods|numbers|pdf|docx?)$/i.test(name))
    return `“${name}” is neither CSV nor XLSX. Save it as one of these.`
  if (/\.(zip|7z|rar)$/i.test(name))
    return `“${name}” is an archive. Take the file out of it, or compress it with gzip (.gz).`
  if (size === 0) return `“${name}” is empty.`
  const bytesMax = contract.FILE_BYTES_MAX[kind]
  if (size <= bytesMax) return undefined
  return `“${name}” has ${formatBytes(size)}; ${bytesMax / 2 ** 20} MB is the limit. Compress it with gzip (.gz), or import it in parts.`
}
