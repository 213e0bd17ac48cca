import { useMutation } from '@tanstack/react-query'
import type { ApiError } from './api-error.ts'
import type { FetchedFile } from './fetch-file.ts'

// Needed once the button is pressed, so not with the page.
const loadSaving = () => import('./save-file.ts')

/** Saves a table that the server makes as a file on the reader's device; takes its address. */
export function useSaveFile() {
  return useMutation<FetchedFile, ApiError, string>({
    mutationFn: async (address) => (await loadSaving()).saveFile(address),
  })
}
