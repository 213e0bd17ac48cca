import { Settings2 } from 'lucide-react'
import { type Ref, useMemo } from 'react'
import type { TeamMember } from '#contract/admin/team.ts'
import type { UserId } from '#contract/values.ts'
import { formatDate } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { ListTrouble } from '#web/ui/list-trouble.tsx'
import { Loading } from '#web/ui/skeleton.tsx'
import { StatusPill } from '#web/ui/status-pill.tsx'
import { ROLE_BADGES, ratePercent, statusOf } from './member-words.ts'
import { RoleBadge } from './role-badge.tsx'
import { useMembers } from './team-data.ts'

interface TeamListProps {
  /** Gets the focus when the row that had it is gone. */
  place: Ref<HTMLElement>
  onManage: (userId: UserId) => void
}

/** All members who may sign in. */
export function TeamList({ place, onManage }: TeamListProps) {
  const query = useMembers()
  const { data: members, isPending } = query
  const columns = useMemo((): readonly Column<TeamMember>[] => columnsOf(onManage), [onManage])
  return (
    <section ref={place} tabIndex={-1} aria-labelledby="team-members" className="outline-none">
      <h2 id="team-members" className="mb-3 text-base font-semibold">
        Team members{members && <span className="figures font-normal text-muted"> ({members.length})</span>}
      </h2>
      <div className="grid gap-3">
        <ListTrouble list={query} title="The team could not be loaded" />
        {isPending && <Loading words="Loading the team" height="h-44" />}
        {members && <DataTable label="Team members" columns={columns} rows={members} rowKey={({ id }) => id} />}
      </div>
    </section>
  )
}

const columnsOf = (onManage: (userId: UserId) => void): readonly Column<TeamMember>[] => [
  {
    key: 'username',
    header: 'Name',
    isTitle: true,
    cell: ({ username }) => (
      <strong className="line-clamp-2" dir="auto">
        {username}
      </strong>
    ),
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'role', header: 'Role', isUnbroken: true, cell: ({ role }) => <RoleBadge>{ROLE_BADGES[role]}</RoleBadge> },
  {
    key: 'status',
    header: 'Status',
    isUnbroken: true,
    cell: (member) => {
      const { word, tone } = statusOf(member)
      return <StatusPill tone={tone}>{word}</StatusPill>
    },
  },
  {
    key: 'commission',
    header: 'Commission',
    isNumber: true,
    cell: ({ commissionRate }) => ratePercent(commissionRate),
  },
  { key: 'since', header: 'Member since', isUnbroken: true, cell: ({ createdAt }) => formatDate(createdAt) },
  {
    key: 'manage',
    header: 'Manage',
    isHeaderHidden: true,
    isUnbroken: true,
    cell: ({ id, username }) => (
      <Button className="@3xl:float-right @3xl:-my-1" onClick={() => onManage(id)}>
        <Settings2 size={15} aria-hidden="true" />
        Manage<span className="sr-only"> {username}</span>
      </Button>
    ),
  },
]
