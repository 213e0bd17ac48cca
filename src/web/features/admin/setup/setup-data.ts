import { useMutation, useQuery } from '@tanstack/react-query'
import type { ConfirmedStep, confirmSetupStep, getSetup } from '#contract/admin/setup.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'

const setupQuery = query<typeof getSetup>('/api/admin/setup', {})

/** What is set up; read again on every visit, because most steps are taken elsewhere. */
export function useSetup() {
  return useQuery({ ...setupQuery, staleTime: 0, refetchOnWindowFocus: 'always' })
}

/** Confirms a step that the store cannot check. */
export function useConfirmStep() {
  return useMutation<unknown, ApiError, ConfirmedStep>({
    mutationFn: (step) =>
      callApi<typeof confirmSetupStep>('PUT', '/api/admin/setup/:step', {
        params: { step },
        body: { isConfirmed: true },
      }),
    onError: (error) => showToast({ title: 'Nothing was changed', description: error.sentence, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: setupQuery.queryKey }),
  })
}
