import { useMutation } from '@tanstack/react-query'
import type {
  createMember,
  endMemberSessions,
  inviteMember,
  removeMember,
  resetMemberSecondFactor,
  setCommission,
  TeamMember,
  updateMember,
} from '#contract/admin/team.ts'
import type { BodyInputOf, ReplyOutputOf } from '#contract/endpoint.ts'
import type { UserId } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { ratePercent } from './member-words.ts'
import { followRemoval, followTeam } from './team-data.ts'

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
