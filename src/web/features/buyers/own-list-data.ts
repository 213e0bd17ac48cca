/** The buyer's lists of leads that they have already, and how files are sent. */
import { type listOwnLists, OWN_LIST_BYTES_MAX, OWN_LIST_TYPE, type OwnList } from '#contract/buyers/own-lists.ts'
import { type ApiError, answeredError, readJson, unreachableError } from '#web/lib/api-error.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import { formatBytes } from '#web/lib/format-bytes.ts'
import { query, queryClient } from '#web/lib/query.ts'

const PATH = '/api/desk/own-lists'

export const ownListsQuery = query<typeof listOwnLists>('/api/desk/own-lists', {})

export const refreshOwnLists = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ownListsQuery.queryKey })

/** `12,340 addresses and 1 phone`. */
export function sizeInWords({ addresses, phones }: Pick<OwnList, 'addresses' | 'phones'>): string {
  const parts = [
    ...(addresses > 0 ? [`${formatCount(addresses)} address${addresses === 1 ? '' : 'es'}`] : []),
    ...(phones > 0 ? [formatPlural(phones, 'phone')] : []),
  ]
  return parts.join(' and ')
}

/** Says why a file cannot be a list before it is sent; undefined if it is worth sending. */
export function listComplaint({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (/\.(xls|xlsm|ods|numbers|pdf|docx?)$/i.test(name))
    return `“${name}” is neither CSV nor XLSX. Save it as one of these.`
  if (size === 0) return `“${name}” is empty.`
  // Text is compressed before it is sent; a workbook is compressed already.
  if (/\.xlsx$/i.test(name) && size > OWN_LIST_BYTES_MAX) {
    return `“${name}” has ${formatBytes(size)}; ${OWN_LIST_BYTES_MAX / 2 ** 20} MB is the limit. Send it in parts.`
  }
  return undefined
}

/** Below this, compressing saves no time. */
const COMPRESSED_FROM_BYTES = 256 * 1024

/** Compresses text, so that a large list arrives within the minute that a request may take. Throws if it cannot be read. */
export async function packList(file: File): Promise<Blob> {
  if (/\.xlsx$/i.test(file.name) || file.size < COMPRESSED_FROM_BYTES || typeof CompressionStream === 'undefined') {
    return new Blob([await file.arrayBuffer()])
  }
  return new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

/**
 * Sends a file. `fetch` cannot report how much of a body was sent, hence the older API.
 *
 * @param path after that of the lists, with its query
 * @param onShare gets how much was sent, from 0 to 1
 * @throws ApiError
 */
export function sendList<Reply>(path: string, bytes: Blob, onShare: (share: number) => void): Promise<Reply> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const call = new XMLHttpRequest()
    call.upload.addEventListener('progress', ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0))
    call.addEventListener('error', () =>
      reject(unreachableError('The connection dropped while the file was sent. Nothing was changed. Try again.')),
    )
    call.addEventListener('load', () => {
      const reply = call.status === 200 ? readJson<Reply>(call.responseText) : null
      if (reply === null) reject(answeredError(call.status, call.responseText))
      else resolve(reply)
    })
    call.open('POST', PATH + path)
    call.setRequestHeader('content-type', OWN_LIST_TYPE)
    call.setRequestHeader('accept', 'application/json')
    call.send(bytes)
  })
}
