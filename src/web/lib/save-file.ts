import { CSV_TYPE } from '#contract/csv-type.ts'
import { answeredError, unreachableError } from './call-api.ts'
import { downloadFile } from './download-file.ts'

/** A file as the server made it. */
export type FetchedFile = { name: string; text: string }

/**
 * Reads a text file from the server, so an error is a sentence on the screen rather than the browser's own page.
 *
 * @throws ApiError as `callApi` does
 */
export async function fetchFile(url: string): Promise<FetchedFile> {
  const response = await fetch(url, { credentials: 'include' }).catch(() => {
    throw unreachableError()
  })
  const text = await response.text().catch(() => {
    throw unreachableError('The connection dropped before the download finished. Check it and try again.')
  })
  if (!response.ok) throw answeredError(response.status, text)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? 'file.csv', text }
}

/** Fetches a table and saves it on the reader's device. */
export async function saveFile(address: string): Promise<FetchedFile> {
  const file = await fetchFile(address)
  downloadFile(file.name, CSV_TYPE, file.text)
  return file
}
