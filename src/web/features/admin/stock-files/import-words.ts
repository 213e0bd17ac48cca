/** Words for stock imports and their results. */
import type { StockImport, StockPreview } from '#contract/admin/stock-files.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

export type Outcome = Pick<StockImport, 'state' | 'changedPackages' | 'refusedRows' | 'preview'>

/** The state as a word with its tone. */
export function stateWord({ state }: Pick<StockImport, 'state'>): { word: string; tone: StatusTone } {
  switch (state) {
    case 'applied':
      return { word: 'Applied', tone: 'done' }
    case 'ready':
      return { word: 'Checked, not applied', tone: 'waiting' }
    case 'refused':
      return { word: 'Refused', tone: 'over' }
    case 'interrupted':
      return { word: 'Incomplete', tone: 'over' }
    case 'lapsed':
      return { word: 'Not applied', tone: 'plain' }
    case 'applying':
      return { word: 'Being applied', tone: 'waiting' }
    default:
      return { word: 'Being checked', tone: 'waiting' }
  }
}

/** The result in one line. */
export function outcomeWords({ state, changedPackages, refusedRows, preview }: Outcome): string {
  if (state === 'applied') return `${formatPlural(changedPackages ?? 0, 'package')} changed`
  if (state === 'refused')
    return refusedRows > 0 ? `${formatPlural(refusedRows, 'row')} refused` : 'The file could not be read'
  if (state === 'ready' && preview) return `${formatPlural(preview.changed, 'package')} would change`
  return 'No stock was changed'
}

/** What is worth knowing about a preview in addition to its figures. */
export function previewNotes(
  { leftAlone, repeated, fromUnlimited }: StockPreview,
  ignored: readonly string[],
): string[] {
  return [
    leftAlone > 0 &&
      `Left unchanged: ${formatPlural(leftAlone, 'package')} whose stock moved since the export, in rows you did not edit.`,
    fromUnlimited > 0 && `${formatPlural(fromUnlimited, 'package')} would no longer be unlimited.`,
    repeated > 0 && `Repeated rows: ${formatCount(repeated)}.`,
    ignored.length > 0 && `Unknown columns were ignored: ${ignored.join(', ')}.`,
  ].filter((note) => note !== false)
}

/** What buyers will notice most, for the confirmation. */
export function consequenceWords({ toZero, toUnlimited }: StockPreview): string {
  const parts = [
    toZero > 0 && `${formatPlural(toZero, 'package')} will be sold out`,
    toUnlimited > 0 && `${formatPlural(toUnlimited, 'package')} will become unlimited`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', and ')}.` : 'None of them will be sold out.'
}

/** The act, as its button names it. */
export const applyWords = (changed: number): string => `Set the stock of ${formatPlural(changed, 'package')}`
