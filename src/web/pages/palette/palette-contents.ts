import { LogOut, PanelsTopLeft } from 'lucide-react'
import type { PaletteEntry, PaletteGroup } from './palette-dialog.tsx'
import { matchActions, type PaletteAction } from './palette-dialog.tsx'

/** What the palette lists, and the state of its search in a sentence. */
export interface PaletteContents {
  groups: readonly PaletteGroup[]
  news: string
}

interface Found {
  wanted: string
  actions: readonly PaletteAction[]
  /** What was found, by kind. */
  groups: readonly PaletteGroup[]
  isSearching: boolean
  /** Empty if nothing is wrong. */
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
