import { useQuery } from '@tanstack/react-query'
import type { listMembers } from '#contract/admin/team.ts'
import { AUDIT_ACTIONS, type AuditAction, type listAuditEntries } from '#contract/audit/audit.ts'
import { readDayRange } from '#web/lib/day-range.ts'
import { query } from '#web/lib/query.ts'
import { usePages } from '#web/lib/use-pages.ts'

const LIST_PATH = '/api/admin/audit'

/** The filters of the log; empty if not set. Days are in the store’s time zone, inclusive. */
export interface AuditFilters {
  memberId: string
  action: AuditAction | ''
  from: string
  to: string
}

/** Reads filters from a URL; unknown or impossible values are ignored. */
export function filtersOf(words: { member?: string; kind?: string; from?: string; to?: string }): AuditFilters {
  return {
    memberId: (words.member ?? '').slice(0, 64),
    action: Object.keys(AUDIT_ACTIONS).find((one): one is AuditAction => one === words.kind) ?? '',
    ...readDayRange(words),
  }
}

/** Whether any filter is set. */
export const isNarrowed = (filters: AuditFilters): boolean => Object.values(filters).some((word) => word !== '')

const wordsOf = ({ memberId, action, from, to }: AuditFilters) => ({
  memberId: memberId || undefined,
  action: action || undefined,
  from: from || undefined,
  to: to || undefined,
})

/** What administrators did, newest first. */
export function useAudit(filters: AuditFilters) {
  return usePages<typeof listAuditEntries>(LIST_PATH, wordsOf(filters), { againMs: 0, isWatched: () => false })
}

/** The URL of the same entries as a file. */
export function fileAddress(filters: AuditFilters): string {
  const words = Object.entries(wordsOf(filters)).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `${LIST_PATH}/file?${new URLSearchParams(words)}`
}

/** The members to filter by: those who can sign in now. */
export function useMemberNames(): readonly { id: string; name: string }[] {
  const { data } = useQuery({ ...query<typeof listMembers>('/api/admin/users', {}), staleTime: 60_000 })
  return data?.map(({ id, username }) => ({ id, name: username })) ?? []
}
