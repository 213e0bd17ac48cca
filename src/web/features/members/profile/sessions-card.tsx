import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { endOtherSessions, endSession, SessionInfo } from '#contract/members/profile.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { callApi } from '#web/lib/call-api.ts'
import { formatDate, formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { showToast } from '#web/ui/toast.ts'
import { sessionsQuery } from './profile-data.ts'

/** The devices that are signed in, with buttons to end unknown ones. */
export function SessionsCard() {
  const client = useQueryClient()
  const sessions = useQuery({ ...sessionsQuery, staleTime: 0 })
  const follow = () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
  const failed = (error: ApiError) =>
    showToast({ title: 'The session was not ended', description: error.sentence, tone: 'danger' })
  const end = useMutation<unknown, ApiError, SessionInfo>({
    mutationFn: ({ id }) =>
      callApi<typeof endSession>('DELETE', '/api/profile/sessions/:sessionId', { params: { sessionId: id } }),
    onSuccess: (_reply, { device }) => showToast({ title: 'Session ended', description: `${device} is logged out.` }),
    // If it has already ended, that is fine.
    onError: (error) => (error.code === 'session_not_found' ? undefined : failed(error)),
    onSettled: follow,
  })
  const endOthers = useMutation({
    mutationFn: () => callApi<typeof endOtherSessions>('DELETE', '/api/profile/sessions', {}),
    onSuccess: ({ ended }) =>
      showToast({ title: 'Other sessions ended', description: `${formatPlural(ended, 'session')} logged out.` }),
    onError: failed,
    onSettled: follow,
  })
  const hasOthers = sessions.data?.some((session) => !session.isCurrent) ?? false

  return (
    <Panel title="Sessions" intro="Every browser where you are signed in.">
      {sessions.isPending && <Loading words="Loading sessions" height="h-24" />}
      {sessions.error && !sessions.data && (
        <Notice tone="danger" action={<Button onClick={() => sessions.refetch()}>Try again</Button>}>
          {sessions.error.sentence}
        </Notice>
      )}
      {sessions.data && (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line text-sm">
          {currentFirst(sessions.data).map((session) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <div className="min-w-0">
                <p className="font-semibold">{session.device}</p>
                <p className="figures text-xs text-muted">
                  Signed in {formatDate(session.createdAt)}, last used {formatDate(session.lastUsedAt)}
                </p>
              </div>
              {session.isCurrent ? (
                <StatusPill tone="done">This browser</StatusPill>
              ) : (
                <Button
                  look="danger"
                  size="small"
                  className="max-sm:-ml-3"
                  disabled={end.isPending && end.variables.id === session.id}
                  onClick={() => end.mutate(session)}
                  aria-label={`End the session of ${session.device}, signed in ${formatDate(session.createdAt)}`}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasOthers && (
        <Button className="mt-3" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
    </Panel>
  )
}

/** The list may scroll, and the current session shows that the others are not this one. */
const currentFirst = (sessions: readonly SessionInfo[]) =>
  [...sessions].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
