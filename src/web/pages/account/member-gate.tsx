import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { currentUserQuery } from '#web/features/session/current-user.ts'
import { ProofDialog } from '#web/features/session/proof-dialog.tsx'
import { hasSessionEnded, watchSession } from '#web/features/session/session-state.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadingWords, Skeleton } from '#web/ui/skeleton.tsx'
import { PageFrame } from '../store/page-frame.tsx'
import { AccountFrame } from './account-frame.tsx'

interface MemberGateProps {
  title: string
  /** What somebody sees who is not signed in. */
  visitor: ReactNode
  children: (user: CurrentUser) => ReactNode
}

/** Lets members in. Nothing here is secret: the server checks every call, this only spares people a page of errors. */
export function MemberGate({ title, visitor, children }: MemberGateProps) {
  const { data: user, error, isPending, refetch } = useQuery(currentUserQuery)
  const hasEnded = hasSessionEnded.use()
  useEffect(watchSession, [])
  if (user === null) return hasEnded ? <SessionEnded title={title} /> : visitor
  return (
    <>
      <meta name="robots" content="noindex" />
      {user ? (
        <>
          {children(user)}
          <ProofDialog user={user} />
        </>
      ) : (
        <PageFrame title={title} isNarrow>
          {isPending ? (
            <>
              <LoadingWords>Loading</LoadingWords>
              <Skeleton className="h-96" />
            </>
          ) : (
            <Notice
              tone="danger"
              title="We could not find out who is signed in"
              action={<Button onClick={() => refetch()}>Try again</Button>}
            >
              {error?.sentence}
            </Notice>
          )}
        </PageFrame>
      )}
    </>
  )
}

/** The session ran out, or was ended elsewhere, while the page was open. */
function SessionEnded({ title }: { title: string }) {
  const next = useLocation({ select: ({ href }) => href })
  return (
    <AccountFrame title={title} intro="Your session has ended.">
      <p>Please log in to continue where you were.</p>
      <Link to={paths.login} search={{ next }} className={`${buttonClasses('primary')} mt-4`}>
        Go to Login
      </Link>
    </AccountFrame>
  )
}
