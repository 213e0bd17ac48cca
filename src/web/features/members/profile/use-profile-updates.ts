import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import type { updateEmail, updatePassword, updatePhone } from '#contract/members/profile.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { queryClient } from '#web/lib/query.ts'
import { showToast, type ToastMessage } from '#web/ui/toast.ts'
import { sessionsQuery, showUser } from './profile-data.ts'

/** Shown if the current password was wrong. */
const WRONG_PASSWORD = {
  email: 'Failed to update email. Please check your password.',
  phone: 'Failed to update phone. Please check your password.',
  password: 'Failed to update password. Please check your current password.',
} as const

/** Why an update failed, in a sentence that says what to do. */
export function updateFailure(what: keyof typeof WRONG_PASSWORD, error: ApiError): string {
  return error.code === 'password_wrong' ? WRONG_PASSWORD[what] : error.sentence
}

/** Changes the address; it counts as confirmed only after its owner opens the emailed link. */
export function useUpdateEmail() {
  return useUpdate<BodyInputOf<typeof updateEmail>, CurrentUser>(
    'email',
    (body) => callApi<typeof updateEmail>('PUT', '/api/profile/email', { body }),
    showUser,
    { title: 'Email Updated', description: 'Your email address has been updated.' },
  )
}

export function useUpdatePhone() {
  return useUpdate<BodyInputOf<typeof updatePhone>, CurrentUser>(
    'phone',
    (body) => callApi<typeof updatePhone>('PUT', '/api/profile/phone', { body }),
    showUser,
    { title: 'Phone Updated', description: 'Your phone number has been updated.' },
  )
}

/** Changes the password; every other session ends with the old one. */
export function useUpdatePassword() {
  return useUpdate<BodyInputOf<typeof updatePassword>, unknown>(
    'password',
    (body) => callApi<typeof updatePassword>('PUT', '/api/profile/password', { body }),
    () => void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    { title: 'Password Updated', description: 'Your password has been updated. Other devices are logged out.' },
  )
}

function useUpdate<Body, Reply>(
  what: keyof typeof WRONG_PASSWORD,
  send: (body: Body) => Promise<Reply>,
  show: (reply: Reply) => void,
  success: ToastMessage,
) {
  return useMutation<Reply, ApiError, Body>({
    mutationFn: send,
    onSuccess: (reply) => {
      show(reply)
      showToast(success)
    },
    onError: (error) => showToast({ title: 'Update Failed', description: updateFailure(what, error), tone: 'danger' }),
  })
}
