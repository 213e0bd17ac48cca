import { useMutation, useQuery } from '@tanstack/react-query'
import type {
  listSavedViews,
  removeView,
  renameView,
  SavedList,
  SavedView,
  saveView,
} from '#contract/members/saved-views.ts'
import { showToast } from '#web/ui/toast.ts'
import type { ApiError } from './api-error.ts'
import { callApi } from './call-api.ts'
import { queryClient } from './query.ts'

const PATH = '/api/saved-views'
const ONE_PATH = '/api/saved-views/:viewId'

const readAgain = () => queryClient.invalidateQueries({ queryKey: [PATH] })

/** The member's views of a list, by name. */
export const useSavedViews = (list: SavedList) =>
  useQuery({
    queryKey: [PATH, list],
    queryFn: ({ signal }) => callApi<typeof listSavedViews>('GET', PATH, { query: { list }, signal }),
  })

/** Saves a view. Its dialog shows errors. */
export function useSaveView(list: SavedList) {
  return useMutation<SavedView, ApiError, { name: string; query: string }>({
    mutationFn: (view) => callApi<typeof saveView>('PUT', PATH, { body: { list, ...view } }),
    onSuccess: ({ name }) => showToast({ title: 'View saved', description: name }),
    onSettled: readAgain,
  })
}

/** Renames a view. Its dialog shows errors. */
export function useRenameView() {
  return useMutation<SavedView, ApiError, { view: SavedView; name: string }>({
    mutationFn: ({ view, name }) =>
      callApi<typeof renameView>('PATCH', ONE_PATH, { params: { viewId: view.id }, body: { name } }),
    onSettled: readAgain,
  })
}

/** Removes a view; one that is gone already counts as removed. */
export function useRemoveView() {
  return useMutation<unknown, ApiError, SavedView>({
    mutationFn: ({ id }) => callApi<typeof removeView>('DELETE', ONE_PATH, { params: { viewId: id } }),
    onSuccess: (_done, { name }) => showToast({ title: 'View removed', description: name }),
    onError: (error) => {
      if (error.code !== 'not_found') showToast({ title: 'Not removed', description: error.sentence, tone: 'danger' })
    },
    onSettled: readAgain,
  })
}
