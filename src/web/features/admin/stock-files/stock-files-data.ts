import type { QueryKey } from '@tanstack/react-query'
import type { StockImportDetails } from '#contract/admin/stock-files.ts'
import { type ApiError, answeredError, readJson, unreachableError } from '#web/lib/api-error.ts'
import { keepImport, Uploads, useUploadOf } from '#web/lib/file-imports.ts'
import { queryClient, reload } from '#web/lib/query.ts'

export const LIST_PATH = '/api/admin/stock-imports'
export const ONE_PATH = '/api/admin/stock-imports/:importId'

const importKey = (importId: string): QueryKey => [ONE_PATH, { importId }]

/** Shows an import from a reply. */
export const keep = (one: StockImportDetails): void => keepImport(importKey(one.id), LIST_PATH, one)

/** Reads an import again: after an error, it shows whether the step was taken. */
export const readAgain = (importId: string): void =>
  void queryClient.invalidateQueries({ queryKey: importKey(importId) })

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
  const report = (share: number, isUnderWay: boolean, error: ApiError | null = null) =>
    uploads.set(importId, { file, share, isUnderWay, error })
  const fail = (error: ApiError) => {
    report(uploads.get(importId)?.share ?? 0, false, error)
    readAgain(importId)
  }
  call.upload.addEventListener('progress', ({ loaded, total }) => report(total > 0 ? loaded / total : 0, true))
  call.addEventListener('error', () =>
    fail(unreachableError('The connection dropped during the upload. No stock was changed.')),
  )
  call.addEventListener('load', () => {
    const body = readJson<StockImportDetails>(call.responseText)
    if (call.status !== 200 || body === null) return fail(answeredError(call.status, call.responseText))
    report(1, false)
    keep(body)
  })
  call.addEventListener('loadend', () => void reload([LIST_PATH]))
  call.open('PUT', `${LIST_PATH}/${importId}/file`)
  call.setRequestHeader('content-type', 'text/csv')
  call.setRequestHeader('accept', 'application/json')
  report(0, true)
  call.send(file)
}
