/**
 * The page that checks proofs: `/verify`, and the same page saved to a disk. It is one file, talks to no one, and uses
 * no framework, so that it can be read as a whole. Texts go in as text, never as HTML: proofs come from strangers.
 */

import { PolicyError } from '#proof/policy.ts'
import { ProofError } from '#proof/verify-log.ts'
import { areFigures, checkFigures, type KnownPolicy, type LeadCheck, PackageCheck } from './check-files.ts'
import { type ChosenFile, FileError, readFiles } from './read-files.ts'
import { addressOf, count, describe, describeFigures, momentWords, plural, type Report, slotWords } from './words.ts'

type Child = Node | string | false | null

function element(tag: string, names: string, ...children: readonly Child[]): HTMLElement {
  const made = document.createElement(tag)
  if (names) made.className = names
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** The part of the page with an id. @throws Error if the page has none */
function find<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (!found) throw new Error(`the page has no “${id}”`)
  return found as Kind
}

const list = (sentences: readonly string[]): HTMLElement =>
  element('ul', '', ...sentences.map((sentence) => element('li', '', sentence)))

/** Longer tables make a phone slow. Proofs that don't hold come first, so they are always shown. */
const ROWS_MAX = 1_000

const showFailure = (message: string): HTMLElement =>
  element('div', 'notice', element('h2', '', 'Nothing is proven'), element('p', '', message))

function showResult(opened: PackageCheck, checks: readonly LeadCheck[]): HTMLElement[] {
  const { unread } = opened
  return [...showReport(describe(opened, checks)), ...card('Files that were not looked at', unread), showLeads(checks)]
}

function showReport({ doAllHold, title, proven, notProven }: Report): HTMLElement[] {
  const summary = element(
    'div',
    doAllHold ? 'notice good' : 'notice',
    element('h2', '', title),
    !doAllHold &&
      element('p', '', 'Download the proofs again and check once more. If the same ones fail, ask the store why.'),
  )
  return [summary, ...card('What is proven', proven), ...card('What is not proven', notProven)]
}

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

/** What the store wrote into the page when it served it. */
interface StoreWords {
  name: string
  url: string
  /** Null while the store has no log. */
  policy: string | null
  /** Seconds since 1970. */
  servedAt: number
}

type Trust = 'published' | 'pasted' | 'enclosed'

const store = readStore()
let chosen: ChosenFile[] = []
/** Counts the checks, because a new one cancels the one before. */
let turn = 0

function readStore(): StoreWords | null {
  try {
    return JSON.parse(find('store').textContent)
  } catch {
    return null
  }
}

const trust = (): Trust =>
  (document.querySelector<HTMLInputElement>('input[name="trust"]:checked')?.value ?? 'enclosed') as Trust

function knownPolicy(): KnownPolicy | null {
  const which = trust()
  if (which === 'published' && store?.policy) return { text: store.policy, from: `that ${store.name} publishes` }
  if (which !== 'pasted') return null
  const text = find<HTMLTextAreaElement>('pasted').value.trim()
  if (!text) throw new PolicyError('Paste your policy into the field.')
  return { text, from: 'that you pasted' }
}

/** Gives the browser a chance to paint. */
const pause = () => new Promise((resolve) => setTimeout(resolve))

async function check(): Promise<void> {
  turn += 1
  const mine = turn
  const show = (...parts: HTMLElement[]) => find('result').replaceChildren(...parts)
  const say = (words: string) => {
    find('progress').textContent = words
  }
  show()
  say('')
  if (chosen.length === 0) return
  try {
    const known = knownPolicy()
    say('Reading the files')
    await pause()
    const files = readFiles(chosen)
    if (areFigures(files)) {
      const report = describeFigures(checkFigures(files, known))
      say('')
      show(...showReport(report))
      return
    }
    const opened = new PackageCheck(files, known)
    const checks: LeadCheck[] = []
    for (const name of opened.names) {
      checks.push(opened.check(name))
      say(`Checked ${count(checks.length)} of ${plural(opened.names.length, 'proof')}`)
      await pause()
      if (mine !== turn) return
    }
    say('')
    show(...showResult(opened, checks))
  } catch (error) {
    if (mine !== turn) return
    say('')
    const isExpected = error instanceof FileError || error instanceof PolicyError || error instanceof ProofError
    show(showFailure(isExpected ? error.message : `This page failed: ${String(error)}`))
  }
}

async function take(files: FileList | null | undefined): Promise<void> {
  if (!files || files.length === 0) return
  const mine = await Promise.all(
    Array.from(files, async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  ).catch(() => null)
  chosen = mine ?? []
  const [first] = chosen
  find('chosen').textContent = !first
    ? 'The files could not be read. Choose files instead of a folder.'
    : chosen.length === 1
      ? first.name
      : plural(chosen.length, 'file')
  await check()
  const result = find('result')
  result.focus({ preventScroll: true })
  result.scrollIntoView({ block: 'start', behavior: 'auto' })
}

function listenToFiles(): void {
  const input = find<HTMLInputElement>('files')
  input.addEventListener('change', () => {
    void take(input.files)
  })
  const drop = find('drop')
  const mark = (isOver: boolean) => drop.classList.toggle('over', isOver)
  // Anywhere on the page: a file dropped next to the field must not replace the page.
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    mark(true)
  })
  document.addEventListener('dragleave', () => mark(false))
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    mark(false)
    void take(event.dataTransfer?.files)
  })
}

function listenToTrust(): void {
  const start: Trust = store?.policy ? 'published' : 'enclosed'
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="trust"]')) {
    input.checked = input.value === start
    input.addEventListener('change', () => {
      find('pasted-field').hidden = trust() !== 'pasted'
      void check()
    })
  }
  find('pasted').addEventListener('input', () => {
    void check()
  })
}

function nameTheStore(): void {
  const isSaved = window.location.protocol === 'file:'
  find('keep').hidden = isSaved
  find('saved').hidden = !isSaved
  find('header').hidden = isSaved || !store
  if (store) find('brand').textContent = store.name
  const hasPolicy = Boolean(store?.policy)
  find('published-choice').hidden = !hasPolicy
  find('published-text').hidden = !hasPolicy
  if (!store?.policy) return
  find('published-words').textContent =
    `The policy that ${store.name} (${store.url}) published as of ${momentWords(store.servedAt)}`
  find('published-text')
    .querySelector('pre')
    ?.replaceWith(element('pre', '', store.policy))
}

nameTheStore()
listenToTrust()
listenToFiles()
