/** Words for imports of leads and their results. */
import type { LeadImport } from '#contract/admin/lead-files.ts'
import type { LeadPreview, NewlyBacked } from '#contract/admin/lead-preview.ts'
import { formatCount, formatPlural } from '#web/lib/format.ts'
import type { StatusTone } from '#web/ui/status-pill.tsx'

/** The state as a word with its tone. */
export function stateWord({ state }: Pick<LeadImport, 'state'>): { word: string; tone: StatusTone } {
  switch (state) {
    case 'applied':
      return { word: 'On sale', tone: 'done' }
    case 'ready':
      return { word: 'Checked, not applied', tone: 'waiting' }
    case 'refused':
      return { word: 'Refused', tone: 'over' }
    case 'interrupted':
      return { word: 'Incomplete', tone: 'over' }
    case 'lapsed':
      return { word: 'Not applied', tone: 'plain' }
    case 'undone':
      return { word: 'Undone', tone: 'plain' }
    case 'waiting':
      return { word: 'Not uploaded', tone: 'waiting' }
    case 'mapping':
      return { word: 'Columns to match', tone: 'waiting' }
    case 'applying':
      return { word: 'Being applied', tone: 'waiting' }
    case 'undoing':
      return { word: 'Being undone', tone: 'waiting' }
    default:
      return { word: 'Being checked', tone: 'waiting' }
  }
}

/** The result in one line. */
export function outcomeWords({ state, outcome, preview }: Pick<LeadImport, 'state' | 'outcome' | 'preview'>): string {
  if (state === 'applied' && outcome) {
    return `${formatPlural(outcome.newLeads, 'new lead')}, ${formatCount(outcome.merged)} updated`
  }
  if (state === 'undone') return outcome?.kept ? `Undone except ${formatPlural(outcome.kept, 'lead')}` : 'All undone'
  if (state === 'ready' && preview) return `${formatPlural(preview.newLeads, 'new lead')} to add`
  return state === 'applying' || state === 'undoing' ? 'In progress' : 'No leads changed'
}

/** What applying would put on sale, as its button says it. */
export const applyWords = ({ newLeads, merged }: LeadPreview): string =>
  newLeads > 0 ? `Put ${formatPlural(newLeads, 'lead')} on sale` : `Update ${formatPlural(merged, 'lead')}`

/** What is worth knowing about a preview in addition to its figures. */
export function previewNotes(preview: LeadPreview, unusedColumns: readonly string[]): string[] {
  const { repeated, unchanged, displaced, leftOut } = preview
  const cells = leftOut.phones + leftOut.emails + leftOut.facts
  return [
    displaced > 0 &&
      `${formatPlural(displaced, 'lead')} now on sale ${displaced === 1 ? 'comes' : 'come'} off sale: this file has newer rows for the same properties, with another owner or lead type.`,
    repeated > 0 &&
      `${formatPlural(repeated, 'row')} ${repeated === 1 ? 'repeats' : 'repeat'} a lead in this file; the newest is used.`,
    unchanged > 0 && `${formatPlural(unchanged, 'row')} are no newer than what we have, and change nothing.`,
    cells > 0 &&
      `We skip the cells we can’t read: ${formatPlural(leftOut.phones, 'phone')}, ${formatCount(leftOut.emails)} email addresses, ${formatPlural(leftOut.facts, 'fact')}.`,
    unusedColumns.length > 0 && `Unused columns: ${unusedColumns.join(', ')}.`,
  ].filter((note) => note !== false)
}

/** What sells out if stock starts to follow leads; undefined if nothing does, or if it was not counted. */
export const soldOutWords = ({ forSale = 0, soldOut = 0 }: Pick<NewlyBacked, 'forSale' | 'soldOut'>) =>
  soldOut > 0 ? `${formatCount(soldOut)} of ${formatPlural(forSale, 'package')} for sale will be sold out` : undefined

/** What it means when stock that was set by hand starts to follow leads. */
export function newlyBackedWords(newlyBacked: LeadPreview['newlyBacked']): { title: string; sentence: string } {
  const { packages, forSale, soldOut } = newlyBacked
  const first =
    'These counties and lead types get their first leads. Stock set by hand there no longer counts: packages show what their leads can fill.'
  if (!soldOut) {
    const isNothingLost = forSale !== undefined && forSale > 0
    const last = isNothingLost
      ? ` ${forSale === 1 ? 'The one package' : `All ${formatPlural(forSale, 'package')}`} for sale there now can still be bought.`
      : ''
    return {
      title: `The stock of ${formatPlural(packages, 'package')} will come from leads`,
      sentence: `${first}${last}`,
    }
  }
  return {
    title: `${soldOutWords(newlyBacked)}`,
    sentence: `The file has no leads for them, or too few. ${first}`,
  }
}

/** Columns that no field uses. */
export function unusedColumns({ columns, mapping }: Pick<LeadImport, 'columns' | 'mapping'>): string[] {
  const used = new Set(Object.values(mapping ?? {}).map((origin) => ('column' in origin ? origin.column : '')))
  return columns.filter((column) => !used.has(column))
}
