import { useMutation } from '@tanstack/react-query'
import type { ApiError } from './call-api.ts'

// Needed once the button is pressed, so not loaded with the page.
const loadSaving = () => import('./post-for-file.ts')

/** Saves a table from the server as a file on the reader's device, by its URL. */
export const useSaveFile = () =>
  useMutation<{ name: string }, ApiError, string>({
    mutationFn: async (address) => (await loadSaving()).saveFile(address),
  })
