import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query'
import type {
  applyStockImport,
  checkStockImport,
  createStockImport,
  getStockImport,
  listStockImports,
  StockImportDetails,
} from '#contract/admin/stock-files.ts'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import { type ApiError, answeredError, readJson, unreachableError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { keepImport, Uploads, useUploadOf, WATCH_EVERY_MS } from '#web/lib/file-imports.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'

const LIST_PATH = '/api/admin/stock-imports'
const ONE_PATH = '/api/admin/stock-imports/:importId'
/** States that continue by themselves. */
const MOVING = ['waiting', 'reading', 'checking', 'applying']

const importKey = (importId: string): QueryKey => [ONE_PATH, { importId }]

export const useStates = () => useQuery(query<typeof listStates>('/api/states', {}))

/** An import, polled every second while it is in progress, so changes from another tab or person appear too. */
export function useImport(importId: string, isSending: boolean) {
  return useQuery({
    ...query<typeof getStockImport>(ONE_PATH, { importId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isSending || MOVING.includes(state.data?.state ?? '') ? WATCH_EVERY_MS : false),
  })
}

/** Past imports, newest first, page by page. */
export const usePastImports = () => usePages<typeof listStockImports>(LIST_PATH, {})

/** Creates an import for a file; the reply has its id. */
export function useCreateImport() {
  return useMutation<StockImportDetails, ApiError, File>({
    mutationFn: ({ name, size }) =>
      callApi<typeof createStockImport>('POST', LIST_PATH, { body: { fileName: name.slice(-200), fileBytes: size } }),
    onSuccess: keep,
  })
}

/** Compares a file that was read with the current stock. */
export function useCheckAgain(importId: string) {
  return useMutation<StockImportDetails, ApiError, void>({
    mutationFn: () =>
      callApi<typeof checkStockImport>('POST', '/api/admin/stock-imports/:importId/check', { params: { importId } }),
    onSuccess: keep,
    onError: () => readAgain(importId),
  })
}

/** Applies an import. If the reply is lost, reading the import shows whether it was applied. */
export function useApplyImport(importId: string) {
  return useMutation<StockImportDetails, ApiError, void>({
    mutationFn: () =>
      callApi<typeof applyStockImport>('POST', '/api/admin/stock-imports/:importId/apply', { params: { importId } }),
    onSuccess: (done) => {
      keep(done)
      followStock()
    },
    onError: () => readAgain(importId),
  })
}

/** Any package's count may have changed, wherever it is shown. */
function followStock(): void {
  const isOther = (key: QueryKey) => key[0] !== ONE_PATH && key[0] !== LIST_PATH
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOther(queryKey) })
}

const keep = (one: StockImportDetails): void => keepImport(importKey(one.id), LIST_PATH, one)

const readAgain = (importId: string): void => void queryClient.invalidateQueries({ queryKey: importKey(importId) })

/* Files being uploaded, by import. Uploads continue while the drawer is closed, and can be repeated. */

export interface Upload {
  file: File
  /** From 0 to 1. */
  share: number
  isUnderWay: boolean
  error: ApiError | null
}

const uploads = new Uploads<Upload>()

export const useUpload = (importId: string) => useUploadOf(uploads, importId)

/**
 * Uploads the file of an import. `fetch` cannot report how much of a body was sent, hence the older API.
 *
 * @see https://developer.mozilla.org/docs/Web/API/XMLHttpRequest/upload
 */
export function sendFile(importId: string, file: File): void {
  const call = new XMLHttpRequest()
  const fail = (error: ApiError) => {
    uploads.set(importId, { file, share: uploads.get(importId)?.share ?? 0, isUnderWay: false, error })
    void queryClient.invalidateQueries({ queryKey: importKey(importId) })
  }
  call.upload.addEventListener('progress', ({ loaded, total }) => {
    uploads.set(importId, { file, share: total > 0 ? loaded / total : 0, isUnderWay: true, error: null })
  })
  call.addEventListener('error', () =>
    fail(unreachableError('The connection dropped during the upload. No stock was changed.')),
  )
  call.addEventListener('load', () => {
    const body = readJson<StockImportDetails>(call.responseText)
    if (call.status !== 200 || body === null) return fail(answeredError(call.status, call.responseText))
    uploads.set(importId, { file, share: 1, isUnderWay: false, error: null })
    keep(body)
  })
  call.addEventListener('loadend', () => void queryClient.invalidateQueries({ queryKey: [LIST_PATH] }))
  call.open('PUT', `${LIST_PATH}/${importId}/file`)
  call.setRequestHeader('content-type', 'text/csv')
  call.setRequestHeader('accept', 'application/json')
  uploads.set(importId, { file, share: 0, isUnderWay: true, error: null })
  call.send(file)
}
