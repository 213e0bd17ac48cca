import { useMutation, useQuery } from '@tanstack/react-query'
import type { getStoreConfig } from '#contract/admin/operations.ts'
import type { listSettings, Setting, saveSettings } from '#contract/admin/settings.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import { showToast } from '#web/ui/toast.ts'

const settingsQuery = query<typeof listSettings>('/api/admin/settings', {})
const configQuery = query<typeof getStoreConfig>('/api/config', {})

/** Every setting; reloaded on every visit, because others change them too. */
export function useSettings() {
  return useQuery({ ...settingsQuery, staleTime: 0, refetchOnWindowFocus: 'always' })
}

export type SettingChange = BodyInputOf<typeof saveSettings>['changes'][number]

/** Saves changes, all or none. This page updates immediately, including header and days. */
export function useSaveSettings() {
  return useMutation<Setting[], ApiError, readonly SettingChange[]>({
    mutationFn: (changes) =>
      callApi<typeof saveSettings>('PUT', '/api/admin/settings', { body: { changes: [...changes] } }),
    onSuccess: (settings, changes) => {
      queryClient.setQueryData(settingsQuery.queryKey, settings)
      showToast({
        title: `${formatPlural(changes.length, 'setting')} saved`,
        description: 'New carts, links, emails and pages use them from now on.',
      })
    },
    // Not awaited: the change is saved. After a refusal, this shows what others have saved.
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: configQuery.queryKey })
    },
  })
}
