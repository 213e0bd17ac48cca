import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { logOut } from '#contract/members/auth.ts'
import { callApi } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { endSession } from './session-state.ts'

/** Ends the session and goes to the home page; the page is left first, so it loads nothing as a visitor. */
export function useLogOut() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => callApi(logOut),
    onSuccess: async ({ stillAt }) => {
      const description = stillAt && `You are still logged in at ${stillAt}.`
      showToast({ title: 'Logged out successfully', ...(description ? { description } : {}) })
      await navigate({ to: paths.home })
      endSession()
    },
    onError: (error) => showFailure('You are still logged in', error.sentence),
  })
}
