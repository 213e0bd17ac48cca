import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { ReplyOutputOf } from '#contract/endpoint.ts'
import { finishIssuerLogIn } from '#contract/members/issuer.ts'
import { type ApiError, callApi, queryClient } from '#web/lib/call-api.ts'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { showToast } from '#web/ui/toast.ts'
import { issuerAnswer } from './issuer-answer.ts'
import { pathAfterLogin } from './next-path.ts'
import { beginSession } from './session-state.ts'

/** Finishes logging in with the answer of the company's sign-in, once. */
export default function IssuerReturn({ answer, onBack }: { answer: string; onBack: () => void }) {
  const navigate = useNavigate()
  const finish = useMutation<ReplyOutputOf<typeof finishIssuerLogIn>, ApiError, string>({
    mutationFn: async (sent) => {
      await queryClient.cancelQueries()
      const reply = await callApi(finishIssuerLogIn, { body: { query: sent } })
      await beginSession()
      return reply
    },
    onSettled: () => issuerAnswer.set(''),
    onSuccess: ({ member, next }) => {
      showToast({ title: 'Login successful', description: 'Welcome back!' })
      void navigate({ href: pathAfterLogin(next ?? undefined, member.role, location.origin), replace: true })
    },
  })
  const isSent = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    mutate(answer)
  }, [mutate, answer])

  if (!finish.error) return <p role="status">Signing you in…</p>
  return (
    <Notice
      tone="danger"
      title="Login failed"
      action={
        <Link to={paths.login} replace onClick={onBack} className={buttonClasses('primary')}>
          Back to Login
        </Link>
      }
    >
      {finish.error.sentence}
    </Notice>
  )
}
