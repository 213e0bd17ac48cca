import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '#web/paths.ts'
import { buttonClasses } from '#web/ui/button.tsx'
import { RepeatLastOrder } from './repeat-last-order.tsx'

/** What goes here, and the next step; for returning buyers, also the quickest one. */
export function EmptyCart() {
  const place = useRef<HTMLDivElement>(null)
  // The button that emptied the cart is gone; without this the focus would leave the dialog.
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className="grid justify-items-center gap-4 py-16 text-center outline-none">
      <MapPin size={28} aria-hidden="true" className="text-muted" />
      <div>
        <p className="font-semibold">Your cart is empty</p>
        <p className="mt-1 max-w-[32ch] text-sm text-muted">
          We reserve the packages you add, so nobody else can buy them while you decide.
        </p>
      </div>
      <Link to={paths.leads} className={buttonClasses('primary')}>
        Browse Lead Packages
      </Link>
      <RepeatLastOrder />
    </div>
  )
}
