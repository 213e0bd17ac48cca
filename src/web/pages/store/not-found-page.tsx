import { Link, useLocation } from '@tanstack/react-router'
import { CountySearch } from '#web/features/catalogue/search/county-search.tsx'
import { paths } from '#web/paths.ts'
import { PageFrame } from './page-frame.tsx'

const SHOWN_ADDRESS_MAX = 120

export function NotFoundPage() {
  const pathname = useLocation({ select: (location) => location.pathname })
  return (
    <PageFrame
      title="404: Page Not Found"
      intro="Nothing was found at this address. The address may be mistyped, or the page may have moved. Your cart is safe."
      isNarrow
    >
      <p className="rounded-md border border-line bg-surface px-4 py-3 text-sm">
        <span className="text-muted">You looked for </span>
        <span className="font-semibold break-all">{readable(pathname)}</span>
      </p>
      <CountySearch className="mt-8" />
      <h2 className="display mt-10 text-xl">Try one of these</h2>
      <ul className="mt-3 border-t border-line">
        <Way to={paths.leads} name="Browse Lead Packages" what="Every state and county, with live stock and prices" />
        <Way to={paths.checkout} name="Checkout" what="What is in your cart, reserved for you" />
        <Way to={paths.home} name="Back to Home" what="How the store works and what the tiers mean" />
      </ul>
    </PageFrame>
  )
}

type WayProps = { to: typeof paths.leads | typeof paths.checkout | typeof paths.home; name: string; what: string }
const Way = ({ to, name, what }: WayProps) => (
  <li className="border-b border-line">
    <Link to={to} className="group flex min-h-14 flex-wrap items-center gap-x-6 py-2 hover:bg-accent-quiet">
      <span className="font-semibold text-accent underline-offset-2 w-full group-hover:underline sm:w-56">{name}</span>
      <span className="text-sm text-muted">{what}</span>
    </Link>
  </li>
)

function readable(pathname: string): string {
  const words = decoded(pathname)
  return words.length > SHOWN_ADDRESS_MAX ? `${words.slice(0, SHOWN_ADDRESS_MAX)}…` : words
}

function decoded(pathname: string): string {
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}
