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
/** States that go on by themselves. */
const MOVING: readonly string[] = ['reading', 'applying', 'undoing']

export const importKey = (leadImportId: string): QueryKey => [ONE_PATH, { leadImportId }]

const keep = (one: LeadImport): void => keepImport(importKey(one.id), LIST_PATH, one)

const readAgain = (leadImportId: string): void =>
  void queryClient.invalidateQueries({ queryKey: importKey(leadImportId) })

/** An import, asked about every second while it moves; also what another tab or person does to it is seen. */
export function useLeadImport(leadImportId: string) {
  return useQuery({
    ...query<typeof getLeadImport>(ONE_PATH, { leadImportId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (MOVING.includes(state.data?.state ?? '') ? WATCH_EVERY_MS : false),
  })
}

/** Past imports, the newest first, page after page. */
export const usePastImports = () => usePages<typeof listLeadImports>(LIST_PATH, {})

/** Sources whose columns are remembered. */
export const useLeadSources = () => useQuery({ ...query<typeof listLeadSources>(SOURCES_PATH, {}), staleTime: 0 })

/** Announces a file of a source; what comes back has the import's name. */
export function useCreateImport() {
  return useMutation<LeadImport, ApiError, { source: string; file: File }>({
    mutationFn: ({ source, file }) =>
      callApi<typeof createLeadImport>('POST', LIST_PATH, {
        body: { source, fileName: file.name.slice(-200), fileBytes: file.size },
      }),
    onSuccess: keep,
  })
}

/** The columns of a file that is there, with examples. Each time it is asked is written down, so it is kept. */
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

/** Names the columns and begins the dry run. */
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

/** The step in which columns are named: its form is in the drawer, and its button in the drawer's footer. */
export interface MappingStep {
  formId: string
  opened: ReturnType<typeof useOpenFile>
  isChecking: boolean
  error: ApiError | null
  /** Begins the dry run; a second press while it begins does nothing. */
  check: (mapping: LeadMapping) => void
}

/** @param isThere whether the file is; before, it is not opened */
export function useMappingStep(leadImportId: string, isThere: boolean, onChecking: () => void): MappingStep {
  const formId = useId()
  const opened = useOpenFile(leadImportId, isThere)
  const { mutate, isPending, error } = useCheckFile(leadImportId)
  const check = (mapping: LeadMapping) => {
    if (!isPending) mutate(mapping, { onSuccess: onChecking })
  }
  return { formId, opened, isChecking: isPending, error, check }
}

/** The first rows as leads. Personal, so they come when somebody asks for them. */
export function usePreviewRows(leadImportId: string) {
  return useMutation<LeadPreviewRow[], ApiError, void>({
    mutationFn: () =>
      callApi<typeof previewLeadImport>('POST', '/api/admin/lead-imports/:leadImportId/preview', {
        params: { leadImportId },
      }),
  })
}

/** Begins to put the leads on sale. */
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

/** Begins to take an import back. */
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

/** Any package may have another stock now, wherever it is shown. */
export function followStock(): void {
  const ours: readonly unknown[] = [ONE_PATH, OPEN_PATH]
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !ours.includes(queryKey[0]) })
}
