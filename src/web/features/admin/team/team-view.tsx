import { useCallback, useEffect, useRef, useState } from 'react'
import type { UserId } from '#contract/values.ts'
import { CreateMemberForm } from './create-member-form.tsx'
import { MemberDialog, type MemberView } from './member-dialog.tsx'
import { useMembers } from './team-data.ts'
import { TeamList } from './team-list.tsx'

interface TeamViewProps {
  /** The member whose dialog is open, and its tab, from the URL. */
  view: MemberView | null
  viewerId: string
  onChange: (view: MemberView | null) => void
}

/** The team: its members, adding one, and everything about one of them. */
export function TeamView({ view, viewerId, onChange }: TeamViewProps) {
  const list = useRef<HTMLElement>(null)
  const handleRemoved = useFocusAfterRemoval(list, view !== null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  }, [onChange])
  const handleManage = useCallback((memberId: UserId) => change.current(openingView(memberId)), [])
  return (
    <div className="grid gap-5">
      <CreateMemberForm />
      <TeamList place={list} onManage={handleManage} />
      {view && (
        <MemberDialog
          view={view}
          viewerId={viewerId}
          onChange={onChange}
          onClose={() => onChange(null)}
          onRemoved={() => {
            handleRemoved(view.memberId)
            onChange(null)
          }}
        />
      )}
    </div>
  )
}

/** What a dialog shows when it is opened from the list. */
const openingView = (memberId: string): MemberView => ({ memberId, part: 'profile', period: '30days', isTable: false })

/**
 * The button that opened a removed member's dialog disappears with their row; keyboard users continue at the list.
 *
 * @returns a function to call with the removed member
 */
function useFocusAfterRemoval(
  list: { current: HTMLElement | null },
  isDialogOpen: boolean,
): (memberId: string) => void {
  const { data: members } = useMembers()
  const [removedId, setRemovedId] = useState<string | null>(null)
  const isGone = removedId !== null && !isDialogOpen && members?.every(({ id }) => id !== removedId)
  useEffect(() => {
    if (!isGone) return
    list.current?.focus()
    setRemovedId(null)
  }, [isGone, list])
  return setRemovedId
}
