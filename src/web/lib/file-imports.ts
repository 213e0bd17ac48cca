/** Shared by the pages for lead file and stock file imports. */
import type { QueryKey } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { queryClient } from './call-api.ts'
import { formatBytes } from './format-late.ts'

/** How often an import is polled while it is in progress. */
export const WATCH_EVERY_MS = 1_000

/** Shows an import from a reply, and reloads the list at `listPath`. */
export function keepImport(key: QueryKey, listPath: string, answer: object): void {
  // A read that started before the call would bring the old state back.
  void queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData(key, answer)
  void queryClient.invalidateQueries({ queryKey: [listPath] })
}

/** Uploads by import. They outlive their components, so closing a drawer does not stop one. */
export class Uploads<Upload> {
  readonly #uploads = new Map<string, Upload>()
  readonly #listeners = new Set<() => void>()

  get(importId: string): Upload | undefined {
    return this.#uploads.get(importId)
  }

  set(importId: string, upload: Upload): void {
    this.#uploads.set(importId, upload)
    for (const listener of this.#listeners) listener()
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** The upload of an import on this page; undefined after a reload. */
export const useUploadOf = <Upload>(uploads: Uploads<Upload>, importId: string): Upload | undefined =>
  useSyncExternalStore(uploads.subscribe, () => uploads.get(importId))

/**
 * Says why a file cannot be imported before it is sent; undefined if it is worth sending.
 *
 * @param limit.advice what to do about a file over the limit
 */
export function csvError(
  { name, size }: Pick<File, 'name' | 'size'>,
  limit: { bytesMax: number; advice: string },
): string | undefined {
  if (/\.(xlsx?|xlsm|ods|numbers)$/i.test(name)) {
    return `“${name}” is a workbook. In the spreadsheet, save the sheet as “CSV UTF-8”, and choose that file.`
  }
  if (size === 0) return `“${name}” is empty.`
  if (size > limit.bytesMax) {
    return `“${name}” has ${formatBytes(size)}; ${limit.bytesMax / 2 ** 20} MB is the limit. ${limit.advice}`
  }
  return undefined
}
