import { CSV_TYPE } from '#contract/csv-type.ts'
import { answeredError, unreachableError } from './call-api.ts'
import { downloadFile } from './download-file.ts'

/**
 * Fetches a table and saves it on the reader's device, so an error is a sentence on the screen rather than the browser's
 * own page. Its bytes stay as the server wrote them: reading them as text would drop the byte order mark.
 *
 * @returns the name of the file @throws ApiError as `callApi` does
 */
export async function saveFile(address: string): Promise<{ name: string }> {
  const response = await fetch(address, { credentials: 'include' }).catch(() => {
    throw unreachableError()
  })
  const content = await response.blob().catch(() => {
    throw unreachableError('The connection dropped before the download finished. Check it and try again.')
  })
  if (!response.ok) throw answeredError(response.status, await content.text())
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file.csv'
  downloadFile(name, CSV_TYPE, content)
  return { name }
}
