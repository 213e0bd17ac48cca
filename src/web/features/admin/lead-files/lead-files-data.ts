import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { LeadMapping } from '#contract/admin/lead-file-fields.ts'
import type {
  applyLeadImport,
  checkLeadFile,
  createLeadImport,
  getLeadImport,
  LeadImport,
  LeadPreviewRow,
  listLeadImports,
  listLeadSources,
  openLeadFile,
  previewLeadImport,
  undoLeadImport,
} from '#contract/admin/lead-files.ts'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { keepImport, WATCH_EVERY_MS } from '#web/lib/file-imports.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'

export const LIST_PATH = '/api/admin/lead-imports'
const ONE_PATH = '/api/admin/lead-imports/:leadImportId'
const SOURCES_PATH = '/api/admin/lead-sources'
const OPEN_PATH = '/api/admin/lead-imports/:leadImportId/open'
type OpenedFile = ReplyOutputOf<typeof openLeadFile>
/** States that continue by themselves. */
const MOVING: readonly string[] = ['reading', 'applying', 'undoing']

export const importKey = (leadImportId: string): QueryKey => [ONE_PATH, { leadImportId }]

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
