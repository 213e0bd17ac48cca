import { Link, useLocation } from '@tanstack/react-router'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { AccountFrame } from './account-frame.tsx'

/** The session expired, or was ended elsewhere, while the page was open. */
export default function SessionEnded({ title }: { title: string }) {
  const next = useLocation({ select: ({ href }) => href })
  return (
    <AccountFrame title={title} intro="Your session has ended.">
      <p>Please log in to pick up where you left off.</p>
      <Link to={paths.login} search={{ next }} className={`${buttonClasses('primary')} mt-4`}>
        Go to Login
      </Link>
    </AccountFrame>
  )
}
