import { Outlet, useRouterState } from '@tanstack/react-router'
import { useAwaitedPart } from '#web/ui/page-keys.ts'
import { StoreLayout } from './store-layout.tsx'

/** A page behind a payment link stands alone, so nothing distracts from paying; all other pages have the store's layout. */
export function RootPage() {
  const isAlone = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.standsAlone })
  return (
    <>
      <AwaitedPage />
      {isAlone ? <Outlet /> : <StoreLayout />}
    </>
  )
}

/** Keys that are pressed on the way to a page are for that page. */
function AwaitedPage() {
  useAwaitedPart(useRouterState({ select: ({ status }) => status === 'pending' }))
  return null
}
