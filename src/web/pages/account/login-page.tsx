import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { TEAM_TITLES } from '#contract/page-titles.ts'
import { issuerAnswer } from '#web/features/members/issuer-answer.ts'
import { LoginForm } from '#web/features/members/login-form.tsx'
import { pathAfterLogin } from '#web/features/members/next-path.ts'
import { currentUserQuery } from '#web/lib/current-user.ts'
import { paths } from '#web/paths.ts'
import { LatePart } from '#web/ui/late-part.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { AccountFrame } from './account-frame.tsx'

const loadIssuerReturn = () => import('#web/features/members/issuer-return.tsx')

/** The sales team's login, also in place of a page that needs a session, to which it leads back. */
export function LoginPage() {
  const { data: user } = useQuery(currentUserQuery)
  const { pathname, href, search } = useLocation()
  const navigate = useNavigate()
  const isOwnPage = pathname === paths.login
  const next = isOwnPage ? ('next' in search ? String(search.next) : undefined) : href

  const [answer, setAnswer] = useState(() => (isOwnPage ? issuerAnswer.get() : ''))

  useEffect(() => {
    if (user && isOwnPage && !answer)
      void navigate({ href: pathAfterLogin(next, user.role, location.origin), replace: true })
  }, [user, isOwnPage, next, answer, navigate])
  return (
    <AccountFrame
      title={TEAM_TITLES.login}
      intro={
        isOwnPage && next === undefined
          ? 'For sales representatives and administrators. Buyers don’t need an account.'
          : 'Please log in to continue.'
      }
    >
      {answer ? (
        <LatePart
          load={loadIssuerReturn}
          props={{ answer, onBack: () => setAnswer('') }}
          failed={partMissing('The sign-in')}
        />
      ) : (
        <LoginForm next={next} />
      )}
    </AccountFrame>
  )
}
