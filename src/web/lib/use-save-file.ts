import { useMutation } from '@tanstack/react-query'
import { CSV_TYPE } from '#contract/csv.ts'
import type { ApiError } from './api-error.ts'
import { downloadFile } from './download-file.ts'
import { type FetchedFile, fetchFile } from './fetch-file.ts'

/** Saves a table that the server makes as a file on the reader's device; takes its address. */
export function useSaveFile() {
  return useMutation<FetchedFile, ApiError, string>({
    mutationFn: fetchFile,
    onSuccess: ({ name, text }) => downloadFile(name, CSV_TYPE, text),
  })
}
