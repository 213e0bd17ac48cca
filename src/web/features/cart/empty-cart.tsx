import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { RepeatLastOrder } from './repeat-last-order.tsx'

/** What belongs here, and the next step; for those who bought before, also the quickest one. */
export function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-4 py-16 text-center">
      <MapPin size={28} aria-hidden="true" className="text-muted" />
      <div>
        <p className="font-semibold">Your cart is empty</p>
        <p className="mt-1 max-w-[32ch] text-sm text-muted">
          Packages you add are held for you here, so nobody else can buy them while you decide.
        </p>
      </div>
      <Link to={paths.leads} className={buttonClasses('primary')}>
        Browse Lead Packages
      </Link>
      <RepeatLastOrder />
    </div>
  )
}
