import { LogOut, PanelsTopLeft } from 'lucide-react'
import { matchActions, type PaletteAction, type PaletteEntry, type PaletteGroup } from './palette-dialog.tsx'

export type PaletteContents = { groups: readonly PaletteGroup[]; news: string }

interface Found {
  wanted: string
  actions: readonly PaletteAction[]
  groups: readonly PaletteGroup[]
  isSearching: boolean
  trouble: string
}

/** Puts actions that match first; those that end the work come last, and all of them without a text. */
export function paletteContents({ wanted, actions, groups, isSearching, trouble }: Found): PaletteContents {
  const matching = matchActions(actions, wanted)
  const shown = [
    { name: 'Actions', entries: matching.filter(({ isLast }) => !isLast && wanted !== '').map(entryOfAction) },
    ...groups,
    {
      name: wanted ? 'Session' : 'Actions',
      entries: matching.filter(({ isLast }) => isLast || !wanted).map(entryOfAction),
    },
  ].filter(({ entries }) => entries.length > 0)
  return { groups: shown, news: trouble || (shown.length > 0 ? '' : isSearching ? 'Searching…' : 'No results.') }
}

function entryOfAction({ label, isLast, choose }: PaletteAction): PaletteEntry {
  return { key: `action ${label}`, icon: isLast ? LogOut : PanelsTopLeft, title: label, choose }
}
