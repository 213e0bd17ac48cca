import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { CurrentUser } from '#contract/members/auth.ts'
import { beginIssuerLogIn } from '#contract/members/issuer.ts'
import * as contract from '#contract/members/passkeys.ts'
import { type ApiError, callApi, queryClient, unreachableError } from '#web/lib/call-api.ts'
import { showToast } from '#web/ui/toast.ts'
import { beginSession } from './session-state.ts'

const loadDialogs = () =>
  import('./passkey-dialogs.ts').catch(() => {
    throw unreachableError()
  })

/** Starts a session by a passkey that the person chooses in the browser's dialog. */
export function usePasskeyLogIn() {
  return useMutation<CurrentUser, ApiError, void>({
    mutationFn: async () => {
      const { signWithPasskey } = await loadDialogs()
      const options = await callApi(contract.beginPasskeyLogIn)
      const credential = await signWithPasskey(options)
      const user = await callApi(contract.logInWithPasskey, { body: { credential } })
      await beginSession()
      return user
    },
    onSuccess: () => showToast({ title: 'Login successful', description: 'Welcome back!' }),
  })
}

/** Adds a passkey under a name, after a proof of identity if that is needed. */
export function useAddPasskey() {
  return useMutation<contract.Passkey, ApiError, string>({
    mutationFn: async (name) => {
      const { createPasskey } = await loadDialogs()
      const options = await callApi(contract.beginPasskey)
      const credential = await createPasskey(options)
      // The session continues under another cookie: a read in progress with the old one would be refused.
      await queryClient.cancelQueries()
      return callApi(contract.addPasskey, { body: { name, credential } })
    },
  })
}

/** Proves who is at the screen by one of the member's own passkeys. */
export function usePasskeyProof() {
  return useMutation<unknown, ApiError, void>({
    mutationFn: async () => {
      const { signWithPasskey } = await loadDialogs()
      const options = await callApi(contract.beginPasskeyProof)
      const credential = await signWithPasskey(options)
      await queryClient.cancelQueries()
      return callApi(contract.proveWithPasskey, { body: { credential } })
    },
  })
}

/** Sends the browser to the company's sign-in, which sends it back to the login page. */
export function useIssuer() {
  return useMutation<unknown, ApiError, BodyInputOf<typeof beginIssuerLogIn>>({
    mutationFn: async (body) => {
      const { url } = await callApi(beginIssuerLogIn, { body })
      window.location.assign(url)
    },
  })
}
