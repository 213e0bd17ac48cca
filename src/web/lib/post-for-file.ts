import { CSV_TYPE } from '#contract/csv-type.ts'
import { answeredError, unreachableError } from './call-api.ts'
import { downloadFile } from './download-file.ts'

/** A file of any kind as the server handed it out. */
export type HandedOutFile = { name: string; content: Blob }

async function receiveFile(url: string, init: RequestInit, usualName: string): Promise<HandedOutFile> {
  const response = await fetch(url, { credentials: 'include', ...init }).catch(() => {
    throw unreachableError()
  })
  if (!response.ok) {
    const text = await response.text().catch(() => '')
    throw answeredError(response.status, text)
  }
  const content = await response.blob().catch(() => {
    throw unreachableError('The connection dropped before the download finished. Check it and try again.')
  })
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name ?? usualName, content }
}

/**
 * Requests a file that is served only on a button press, so viewing a page never takes it.
 *
 * @throws ApiError as `callApi` does
 */
export function postForFile(url: string, body?: object): Promise<HandedOutFile> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return receiveFile(url, { method: 'POST', ...sent }, 'leads')
}

/**
 * Fetches a table and saves it on the reader's device, so an error is a sentence on the screen rather than the browser's
 * own page. Its bytes stay as the server wrote them: reading them as text would drop the byte order mark.
 *
 * @returns the name of the file @throws ApiError as `callApi` does
 */
export async function saveFile(address: string): Promise<{ name: string }> {
  const { name, content } = await receiveFile(address, {}, 'file.csv')
  downloadFile(name, CSV_TYPE, content)
  return { name }
}

/** Sends a file as it is. @returns the server's reply @throws ApiError as `callApi` does */
export async function putFile<Reply>(url: string, file: Blob): Promise<Reply> {
  const headers = { 'content-type': 'application/octet-stream', accept: 'application/json' }
  const response = await fetch(url, { method: 'PUT', credentials: 'include', headers, body: file }).catch(() => {
    throw unreachableError('The connection dropped during the upload. Try again: we never store a file twice.')
  })
  const text = await response.text().catch(() => '')
  if (!response.ok) throw answeredError(response.status, text)
  return JSON.parse(text)
}
