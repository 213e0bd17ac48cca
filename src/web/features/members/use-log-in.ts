import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { CurrentUser, logIn } from '#contract/members/auth.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import { beginSession } from './session-state.ts'

/** Email and password, and the code of the second factor once requested. */
export type Credentials = BodyInputOf<typeof logIn>

/** Starts a session and reloads the current user. A request for the code is not a failure. */
export function useLogIn() {
  return useMutation<CurrentUser, ApiError, Credentials>({
    mutationFn: async (body) => {
      const user = await callApi<typeof logIn>('POST', '/api/login', { body })
      await beginSession()
      return user
    },
    onSuccess: () => showToast({ title: 'Login successful', description: 'Welcome back!' }),
    onError: (error) => {
      if (error.code === 'second_factor_required') return
      showToast({ title: 'Login failed', description: error.sentence, tone: 'danger' })
    },
  })
}
