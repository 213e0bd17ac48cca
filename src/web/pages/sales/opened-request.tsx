import { useTeamSearch } from '#web/lib/use-team-search.ts'
import { partMissing } from '#web/pages/store/late-parts.tsx'
import { LatePart } from '#web/ui/late-part.tsx'

const load = () => import('./invoice-page.tsx').then((file) => ({ default: file.RequestDrawer }))

/** The payment request in the address, over what is on screen. */
export function OpenedRequest() {
  const { search, change } = useTeamSearch()
  const { open: token } = search
  if (!token) return null
  return (
    <LatePart
      key={token}
      load={load}
      props={{ token, onClose: () => change({ open: '' }) }}
      failed={partMissing('The payment request')}
    />
  )
}
