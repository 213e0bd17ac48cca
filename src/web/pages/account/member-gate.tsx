import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { currentUserQuery } from '#web/features/members/current-user.ts'
import { ProofDialog } from '#web/features/members/proof-dialog.tsx'
import { hasSessionEnded, watchSession } from '#web/features/members/session-state.ts'
import { Button } from '#web/ui/button.tsx'
import { LatePart } from '#web/ui/late-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useAwaitedPart } from '#web/ui/page-keys.ts'
import { Loading } from '#web/ui/skeleton.tsx'
import { partMissing } from '../store/late-parts.tsx'
import { PageFrame } from '../store/page-frame.tsx'

const loadSessionEnded = () => import('./session-ended.tsx')

interface MemberGateProps {
  title: string
  /** What visitors see. */
  visitor: ReactNode
  children: (user: CurrentUser) => ReactNode
}

/** Lets members in. Nothing here is secret: the server checks every call, and this only spares people a page of errors. */
export function MemberGate({ title, visitor, children }: MemberGateProps) {
  const { data: user, error, isPending, refetch } = useQuery(currentUserQuery)
  const hasEnded = hasSessionEnded.use()
  useEffect(watchSession, [])
  useAwaitedPart(isPending)
  if (user === null)
    return hasEnded ? <LatePart load={loadSessionEnded} props={{ title }} failed={partMissing('This page')} /> : visitor
  return (
    <>
      <meta name="robots" content="noindex" />
      {user ? (
        <>
          {children(user)}
          <ProofDialog user={user} failed={partMissing('The password form')} />
        </>
      ) : (
        <PageFrame title={title} isNarrow>
          {isPending ? (
            <Loading words="Loading" height="h-96" />
          ) : (
            <Notice
              tone="danger"
              title="We could not check who is signed in"
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
