/** Files being uploaded, part by part. Uploads continue while the drawer is closed, and resume where they stopped. */
import { LEAD_FILE_PART_BYTES } from '#contract/admin/lead-files.ts'
import { ApiError, answeredError, unreachableError } from '#web/lib/api-error.ts'
import { Uploads, useUploadOf } from '#web/lib/file-imports.ts'
import { queryClient } from '#web/lib/query.ts'
import { importKey, LIST_PATH } from './lead-files-data.ts'

export interface Upload {
  file: File
  /** How many parts arrived. */
  parts: number
  state: 'sending' | 'sent' | 'failed'
  error: ApiError | null
}

const uploads = new Uploads<Upload>()

export const useUpload = (importId: string) => useUploadOf(uploads, importId)

const countParts = (file: File): number => Math.ceil(file.size / LEAD_FILE_PART_BYTES)

/** From 0 to 1. */
export const shareOf = ({ file, parts }: Upload): number => Math.min(1, parts / Math.max(1, countParts(file)))

async function sendPart(importId: string, file: File, part: number): Promise<void> {
  const bytes = file.slice(part * LEAD_FILE_PART_BYTES, (part + 1) * LEAD_FILE_PART_BYTES)
  let reply: Response
  try {
    reply = await fetch(`${LIST_PATH}/${importId}/parts/${part}`, {
      method: 'PUT',
      credentials: 'include',
      headers: { 'content-type': 'application/octet-stream', accept: 'application/json' },
      body: bytes,
    })
  } catch {
    throw unreachableError('The connection dropped during the upload. Nothing was changed.')
  }
  if (reply.ok) return
  const text = await reply.text().catch(() => '')
  throw answeredError(reply.status, text)
}

/** Sends the missing parts of a file. */
export async function sendFile(importId: string, file: File): Promise<void> {
  const known = uploads.get(importId)
  if (known?.state === 'sending') return
  // Another file, or one that has changed on disk since, is sent from the beginning.
  let parts = known?.file === file ? known.parts : 0
  uploads.set(importId, { file, parts, state: 'sending', error: null })
  try {
    for (; parts < countParts(file); parts += 1) {
      await sendPart(importId, file, parts)
      uploads.set(importId, { file, parts: parts + 1, state: 'sending', error: null })
    }
    uploads.set(importId, { file, parts, state: 'sent', error: null })
  } catch (error) {
    const failure =
      error instanceof ApiError ? error : unreachableError('We can no longer read the file. Choose it again.')
    uploads.set(importId, { file, parts, state: 'failed', error: failure })
  }
  void queryClient.invalidateQueries({ queryKey: importKey(importId) })
}
