import { Outlet, useRouterState } from '@tanstack/react-router'
import { StoreLayout } from './store-layout.tsx'

/** A page behind a payment link stands alone, so nothing distracts from paying; all other pages have the store's layout. */
export function RootPage() {
  const isAlone = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.standsAlone })
  return isAlone ? <Outlet /> : <StoreLayout />
}
