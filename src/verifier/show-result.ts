/** Shows what a check found. */
import type { LeadCheck, PackageCheck } from './check-package.ts'
import { element, list } from './elements.ts'
import { addressOf, count, describe, type Report, slotWords } from './words.ts'

/** Longer tables make a phone slow. Proofs that don't hold come first, so they are always shown. */
const ROWS_MAX = 1_000

/** Shows why nothing could be checked. */
export const showFailure = (message: string): HTMLElement =>
  element('div', 'notice', element('h2', '', 'Nothing is proven'), element('p', '', message))

export function showResult(opened: PackageCheck, checks: readonly LeadCheck[]): HTMLElement[] {
  const { unread } = opened
  return [...showReport(describe(opened, checks)), ...card('Files that were not looked at', unread), showLeads(checks)]
}

/** Its title, what is proven, and what is not. */
export function showReport({ doAllHold, title, proven, notProven }: Report): HTMLElement[] {
  const summary = element(
    'div',
    doAllHold ? 'notice good' : 'notice',
    element('h2', '', title),
    !doAllHold &&
      element('p', '', 'Download the proofs again and check once more. If the same ones fail, ask the store why.'),
  )
  return [summary, ...card('What is proven', proven), ...card('What is not proven', notProven)]
}

/** None if there is nothing to say. */
const card = (title: string, sentences: readonly string[]): HTMLElement[] =>
  sentences.length === 0 ? [] : [element('section', 'card', element('h2', '', title), list(sentences))]

function showLeads(checks: readonly LeadCheck[]): HTMLElement {
  const wrong = checks.filter(({ proven }) => proven === null)
  const sorted = [...wrong, ...checks.filter(({ proven }) => proven !== null)]
  const head = element('tr', '', ...['File', 'Lead', 'Slot', 'Entry'].map((name) => element('th', '', name)))
  const table = element(
    'table',
    '',
    element('thead', '', head),
    element('tbody', '', ...sorted.slice(0, ROWS_MAX).map(showLead)),
  )
  const rest = checks.length - ROWS_MAX
  return element(
    'section',
    'card',
    element('h2', '', 'Lead by lead'),
    table,
    rest > 0 && element('p', 'muted', `${count(rest)} more that hold.`),
  )
}

function showLead({ name, proven, problem }: LeadCheck): HTMLElement {
  const file = element('td', '', name.replace(/\.tlog-proof$/, ''))
  if (!proven) {
    const cell = element('td', 'bad', `Does not hold. ${problem}`)
    cell.setAttribute('colspan', '3')
    return element('tr', '', file, cell)
  }
  return element(
    'tr',
    '',
    file,
    element('td', '', showRow(addressOf(proven), proven.extra.row)),
    element('td', '', slotWords(proven)),
    element('td', '', `Entry ${count(proven.index)}`),
  )
}

/** The address; opening it shows the cells that the proof covers. */
function showRow(address: string, row: readonly (readonly [string, string])[]): HTMLElement {
  const cells = row.flatMap(([column, text]) => [element('dt', '', column), element('dd', '', text)])
  return element('details', '', element('summary', '', address), element('dl', '', ...cells))
}
