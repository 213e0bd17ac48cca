import { useMutation, useQuery } from '@tanstack/react-query'
import type { downloadProofs, getProofs } from '#contract/proof/proofs.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { fillPath } from '#web/lib/call-api.ts'
import { downloadFile } from '#web/lib/download-file.ts'
import { type HandedOutFile, postForFile } from '#web/lib/post-for-file.ts'
import { query } from '#web/lib/query.ts'

/** A log without trouble publishes within seconds; one that waits for its witnesses is asked about less often. */
const AGAIN_SOON_MS = 3_000
const AGAIN_LATER_MS = 30_000
const SOON_TIMES = 20

interface Line {
  token: string
  lineNumber: number
}

/** How far the proofs of a package are; polled while one is being made. */
export function useProofs(line: Line) {
  return useQuery({
    ...query<typeof getProofs>('/api/deliveries/:token/:lineNumber/proofs', line),
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (!state.data?.waiting) return false
      return state.dataUpdateCount < SOON_TIMES ? AGAIN_SOON_MS : AGAIN_LATER_MS
    },
  })
}

export function useDownloadProofs(line: Line) {
  return useMutation<HandedOutFile, ApiError>({
    mutationFn: () => {
      const path = '/api/deliveries/:token/:lineNumber/proofs' satisfies (typeof downloadProofs)['path']
      return postForFile(fillPath(path, { ...line }))
    },
    onSuccess: ({ name, content }) => downloadFile(name, 'application/zip', content),
  })
}
