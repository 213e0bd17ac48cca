import { type QueryKey, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type {
  applyStockImport,
  checkStockImport,
  createStockImport,
  getStockImport,
  listStockImports,
  StockImport,
  StockImportDetails,
} from '#contract/admin/stock-files.ts'
import type { listStates } from '#contract/catalogue/catalogue.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi, callPage, type Page } from '#web/lib/call-api.ts'
import { query, queryClient } from '#web/lib/query.ts'

export const LIST_PATH = '/api/admin/stock-imports'
const ONE_PATH = '/api/admin/stock-imports/:importId'
const WATCH_EVERY_MS = 1_000
/** States that go on by themselves. */
const MOVING = ['waiting', 'reading', 'checking', 'applying']

export const importKey = (importId: string): QueryKey => [ONE_PATH, { importId }]

export const useStates = () => useQuery(query<typeof listStates>('/api/states', {}))

/** An import, asked about every second while it moves; also what another tab or person does to it is seen. */
export function useImport(importId: string, isSending: boolean) {
  return useQuery({
    ...query<typeof getStockImport>(ONE_PATH, { importId }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isSending || MOVING.includes(state.data?.state ?? '') ? WATCH_EVERY_MS : false),
  })
}

/** Past imports, the newest first, page after page. */
export function usePastImports() {
  return useInfiniteQuery<Page<StockImport>, ApiError, StockImport[], QueryKey, string | undefined>({
    queryKey: [LIST_PATH],
    queryFn: ({ pageParam, signal }) =>
      callPage<typeof listStockImports>('GET', LIST_PATH, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
}

/** Announces a file; what comes back has the import's name. */
export function useCreateImport() {
  return useMutation<StockImportDetails, ApiError, File>({
    mutationFn: ({ name, size }) =>
      callApi<typeof createStockImport>('POST', LIST_PATH, { body: { fileName: name.slice(-200), fileBytes: size } }),
    onSuccess: keep,
  })
}

/** Compares a file that was read with the stock of now. */
export function useCheckAgain(importId: string) {
  return useMutation<StockImportDetails, ApiError, void>({
    mutationFn: () =>
      callApi<typeof checkStockImport>('POST', '/api/admin/stock-imports/:importId/check', { params: { importId } }),
    onSuccess: keep,
    onError: () => readAgain(importId),
  })
}

/** Applies an import. When the answer is lost, asking for the import tells whether it was. */
export function useApplyImport(importId: string) {
  return useMutation<StockImportDetails, ApiError, void>({
    mutationFn: () =>
      callApi<typeof applyStockImport>('POST', '/api/admin/stock-imports/:importId/apply', { params: { importId } }),
    onSuccess: (done) => {
      keep(done)
      void queryClient.invalidateQueries({ queryKey: [LIST_PATH] })
      followStock()
    },
    onError: () => readAgain(importId),
  })
}

/** Any package may have another count now, wherever it is shown. */
export function followStock(): void {
  const isOther = (key: QueryKey) => key[0] !== ONE_PATH && key[0] !== LIST_PATH
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOther(queryKey) })
}

const keep = (one: StockImportDetails): void => {
  // An answer that was asked for earlier would bring the state of before back.
  void queryClient.cancelQueries({ queryKey: importKey(one.id) })
  queryClient.setQueryData(importKey(one.id), one)
}

const readAgain = (importId: string): void => void queryClient.invalidateQueries({ queryKey: importKey(importId) })
