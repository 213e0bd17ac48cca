import { keepPreviousData, skipToken, useMutation, useQuery } from '@tanstack/react-query'
import type {
  createMember,
  endMemberSessions,
  inviteMember,
  listCommissionRates,
  listMembers,
  removeMember,
  resetMemberSecondFactor,
  setCommission,
  TeamMember,
  updateMember,
} from '#contract/admin/team.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { getMemberAnalytics, getPayReport, MemberAnalytics, PayReport } from '#contract/sales/analytics.ts'
import type { UserId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { query, queryClient } from '#web/lib/query.ts'
import type { Days } from '#web/lib/store-days.ts'
import { showToast } from '#web/ui/toast.ts'
import { ratePercent } from './member-words.ts'

const MEMBERS_PATH = '/api/admin/users'
const RATES_PATH = '/api/admin/users/:userId/commission'
const ANALYTICS_PATH = '/api/admin/users/:userId/analytics'
const REPORT_PATH = '/api/admin/users/:userId/pay-report'
/** Where a member appears: the team, their rates, and the name in the header if it is oneself. */
const TOUCHED_PATHS = [MEMBERS_PATH, RATES_PATH, '/api/me']
/** Shown from the cache immediately and reloaded on every visit, because others change the team and sales continue. */
const fresh = { staleTime: 0, refetchOnWindowFocus: 'always' } as const

/** The members who may sign in, by name. */
export function useMembers() {
  return useQuery({ ...query<typeof listMembers>(MEMBERS_PATH, {}), ...fresh })
}

/** A member's rates, newest first. */
export function useCommissionRates(userId: UserId) {
  return useQuery({ ...query<typeof listCommissionRates>(RATES_PATH, { userId }), ...fresh })
}

/** A member's sales; while another period loads, the current one stays, identified by its own `period`. */
export function useMemberAnalytics(userId: UserId, period: MemberAnalytics['period']) {
  return useQuery<MemberAnalytics>({
    queryKey: [ANALYTICS_PATH, { userId }, period],
    queryFn: ({ signal }) =>
      callApi<typeof getMemberAnalytics>('GET', ANALYTICS_PATH, { params: { userId }, query: { period }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  })
}

/** The parameters of a pay report; each press of the button is a separate query. */
export interface ReportQuestion {
  days: Days
  questionId: string
}

/** A pay report, read only on request. */
export function usePayReport(userId: UserId, asked: ReportQuestion | null) {
  return useQuery<PayReport>({
    queryKey: [REPORT_PATH, { userId }, asked],
    queryFn: asked
      ? ({ signal }) =>
          callApi<typeof getPayReport>('GET', REPORT_PATH, {
            params: { userId },
            query: { startDate: asked.days.from, endDate: asked.days.to },
            signal,
          })
      : skipToken,
  })
}

const readAgain = (paths: readonly string[]) =>
  Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })))

/** Reloads everything that shows members. */
async function followTeam(): Promise<void> {
  await readAgain(TOUCHED_PATHS)
}

/** The same after a member was removed, whose own data no one can read anymore. */
async function followRemoval(): Promise<void> {
  await readAgain([MEMBERS_PATH])
}

/** The server's sentence for a refused change, or the fixed text if the server said nothing. */
export function failureOf(error: ApiError, fallback: string): string {
  return error.code === 'unreachable' || error.code === 'unreadable' ? fallback : error.sentence
}

const showFailure = (fallback: string) => (error: ApiError) =>
  showToast({ title: 'Error', description: failureOf(error, fallback), tone: 'danger' })

/** Shown if no sentence came from the server. */
export const CREATE_FAILED = 'Failed to create user'

/** Adds a member, with a password or an invitation. */
export function useCreateMember() {
  return useMutation<TeamMember, ApiError, BodyInputOf<typeof createMember>>({
    mutationFn: (body) => callApi<typeof createMember>('POST', '/api/admin/users', { body }),
    onSuccess: ({ email, isInvited }) =>
      showToast({
        title: 'Sales team member created successfully!',
        ...(isInvited ? { description: `An invitation is on its way to ${email}. It works once, for 7 days.` } : {}),
      }),
    onError: showFailure(CREATE_FAILED),
    onSettled: followTeam,
  })
}

export const UPDATE_FAILED = 'Failed to update profile'

/** Changes a member's name, address and phone. */
export function useUpdateMember(userId: UserId) {
  return useMutation<TeamMember, ApiError, BodyInputOf<typeof updateMember>>({
    mutationFn: (body) => callApi<typeof updateMember>('PUT', '/api/admin/users/:userId', { params: { userId }, body }),
    onSuccess: () => showToast({ title: 'Profile updated successfully!' }),
    onError: showFailure(UPDATE_FAILED),
    onSettled: followTeam,
  })
}

/** Sends the invitation again. */
export function useInviteMember(userId: UserId) {
  return useMutation<TeamMember, ApiError>({
    mutationFn: () => callApi<typeof inviteMember>('POST', '/api/admin/users/:userId/invite', { params: { userId } }),
    onSuccess: ({ email }) => showToast({ title: 'Invitation sent', description: `It is on its way to ${email}.` }),
    onSettled: followTeam,
  })
}

/** Ends every session of a colleague. */
export function useEndMemberSessions(userId: UserId) {
  return useMutation<ReplyOutputOf<typeof endMemberSessions>, ApiError>({
    mutationFn: () =>
      callApi<typeof endMemberSessions>('DELETE', '/api/admin/users/:userId/sessions', { params: { userId } }),
    onSuccess: ({ ended }) =>
      showToast({ title: 'Signed out everywhere', description: `${formatPlural(ended, 'session')} ended.` }),
  })
}

/** Turns off a colleague's lost second factor. */
export function useResetSecondFactor(userId: UserId) {
  return useMutation<ReplyOutputOf<typeof resetMemberSecondFactor>, ApiError>({
    mutationFn: () =>
      callApi<typeof resetMemberSecondFactor>('DELETE', '/api/admin/users/:userId/second-factor', {
        params: { userId },
      }),
    onSuccess: ({ message }) => showToast({ title: 'Two-step sign-in is off', description: message }),
    onSettled: followTeam,
  })
}

/** Sets the rate in percent for future sales. */
export function useSetCommission(userId: UserId) {
  return useMutation<TeamMember, ApiError, number>({
    mutationFn: (rate) =>
      callApi<typeof setCommission>('PUT', '/api/admin/users/:userId/commission', {
        params: { userId },
        body: { rate },
      }),
    onSuccess: ({ commissionRate }) =>
      showToast({
        title: 'Commission saved',
        description: `${ratePercent(commissionRate)} of sales from now on.`,
      }),
    onSettled: followTeam,
  })
}

export const REMOVE_FAILED = 'Failed to remove team member'

/**
 * Removes a member. Without a successor, customers and live links go to the administrator who removes. `onRemoved` is
 * called before the team is reloaded, because what shows the member is gone after that.
 */
export function useRemoveMember(userId: UserId, onRemoved: () => void) {
  return useMutation<ReplyOutputOf<typeof removeMember>, ApiError, { heirId: UserId | undefined; heirName: string }>({
    mutationFn: ({ heirId }) =>
      callApi<typeof removeMember>('DELETE', '/api/admin/users/:userId', { params: { userId }, query: { heirId } }),
    onSuccess: ({ customers, liveLinks }, { heirName }) => {
      onRemoved()
      showToast({
        title: 'Sales team member removed successfully',
        description: `${formatPlural(customers, 'customer')} and ${formatPlural(liveLinks, 'live link')} passed to ${heirName}.`,
      })
    },
    onError: showFailure(REMOVE_FAILED),
    onSettled: followRemoval,
  })
}
