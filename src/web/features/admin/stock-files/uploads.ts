/** Files being uploaded, by import. Uploads continue while the drawer is closed, and can be repeated. */
import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { type ApiError, answeredError, readJson, unreachableError } from '#web/lib/api-error.ts'
import { Uploads, useUploadOf } from '#web/lib/file-imports.ts'
import { queryClient } from '#web/lib/query.ts'
import { importKey, keep, LIST_PATH } from './stock-files-data.ts'

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
