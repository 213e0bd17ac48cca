import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { beginIssuerLogIn } from '#contract/members/issuer.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'

/** Sends the browser to the company's sign-in, which sends it back to the login page. */
export function useIssuer() {
  return useMutation<unknown, ApiError, BodyInputOf<typeof beginIssuerLogIn>>({
    mutationFn: async (body) => {
      const { url } = await callApi<typeof beginIssuerLogIn>('POST', '/api/login/oidc', { body })
      window.location.assign(url)
    },
  })
}
