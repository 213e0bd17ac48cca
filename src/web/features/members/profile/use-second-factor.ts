import { useMutation } from '@tanstack/react-query'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import type { beginSecondFactor, confirmSecondFactor, removeSecondFactor } from '#contract/members/profile.ts'
import { callApi } from '#web/lib/call-api.ts'

/** What an authenticator app needs: as a QR code, or typed. */
export type Secret = ReplyOutputOf<typeof beginSecondFactor>

/** Generates a secret, with the current password; nothing changes yet. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (password: string) =>
      callApi<typeof beginSecondFactor>('POST', '/api/profile/second-factor', { body: { password } }),
  })
}

/** Turns it on with a code from the app. @returns the recovery codes, shown once */
export function useConfirmSecondFactor() {
  return useMutation({
    mutationFn: async (code: string) => {
      const body = { code: code.replaceAll(' ', '') }
      return (await callApi<typeof confirmSecondFactor>('PUT', '/api/profile/second-factor', { body })).recoveryCodes
    },
  })
}

export function useRemoveSecondFactor() {
  return useMutation({
    mutationFn: (password: string) =>
      callApi<typeof removeSecondFactor>('POST', '/api/profile/second-factor/remove', { body: { password } }),
  })
}
