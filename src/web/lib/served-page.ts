/**
 * What came with the page: its HTML, prerendered at build time, and the store's config. React hydrates that HTML, so
 * the first render in the browser must equal the build's: without replies from the server, without what this browser
 * remembers, without the URL's parameters.
 */
import { startTransition, useEffect, useState } from 'react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import { pressAgain, typeInto } from '#web/ui/page-keys.ts'

const isBuild = typeof document === 'undefined'

/** Whether the page was prerendered. Pages for one person, and those of `npm run dev`, come empty. */
export const hasPrerendered = isBuild || document.getElementById('root')?.hasChildNodes() === true

/** The store's reply to `/api/config`, if the server put it into the page. */
export const servedConfig = isBuild ? undefined : readServedConfig()

/** Returns the choices of a menu in the served page, which React must render first; none where it has no such menu. */
export function servedChoices(name: string): string[] {
  const options = document.querySelectorAll<HTMLOptionElement>(`#root select[name="${name}"] option`)
  return [...options].map(({ value }) => value).filter((value) => value !== '')
}

/** The content of a `<noscript>` in the prerendered page: the server fills it with HTML, and React leaves it alone. */
export const servedHtml = (name: string): string | null => (isBuild ? `{{{${name}}}}` : null)

/**
 * The address of a view of the leads page that was asked for, which the server completes. React leaves an attribute alone
 * that it is not told.
 */
export const servedLink = (view: string): string | undefined => (isBuild ? `{{{leadsAddress}}}view=${view}` : undefined)

/** A text that the server wrote into the element marked with `data-served`; React must render the same first. */
export const servedText = (name: string): string =>
  isBuild ? `{{{${name}}}}` : (document.querySelector(`#root [data-served="${name}"]`)?.textContent ?? '')

/** The store's name. It is unknown at build time: the server replaces these words. */
export const servedBrand: Pick<StoreConfig, 'brand' | 'subsidiary'> | undefined = isBuild
  ? { brand: '{{brand}}', subsidiary: '{{subsidiary}}' }
  : servedConfig

function readServedConfig(): StoreConfig | undefined {
  const text = document.getElementById('store-config')?.textContent
  return text ? JSON.parse(text) : undefined
}

let isHydrated = !hasPrerendered
let recordHydration = () => {}
const hydration = new Promise<void>((resolve) => {
  recordHydration = () => {
    isHydrated = true
    resolve()
  }
})
if (isHydrated) recordHydration()

/** Ends the task, so that the browser can respond to input before the next. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Waits until React has hydrated the page; at build time that never happens. */
export const afterHydration = (): Promise<void> => hydration

/** False until then. What it shows comes in slices, so that the browser can respond to touch in between. */
export function useAfterHydration(): boolean {
  const [isAfter, setIsAfter] = useState(isHydrated)
  useEffect(() => {
    if (!isAfter) void hydration.then(() => startTransition(() => setIsAfter(true)))
  }, [isAfter])
  return isAfter
}

/**
 * True while the page must look as it was prerendered, ignoring its URL. Every prerendered page calls it: the page's
 * first effect ends hydration.
 */
export function useIsPrerendered(): boolean {
  const isAfter = useAfterHydration()
  useEffect(() => {
    if (isHydrated) return
    makeEarlyInputGood()
    recordHydration()
  }, [])
  return !isAfter
}

/**
 * Removes the served title once a page shows its own. React adds its `<title>` before the served one and leaves that in
 * place, so the document would have two; until then the tab is not without a name.
 */
export function replaceServedTitle(): void {
  const served = document.head.querySelector('title')
  if (!served) return
  new MutationObserver((_changes, observer) => {
    if (document.head.querySelector('title') === served) return
    served.remove()
    observer.disconnect()
  }).observe(document.head, { childList: true })
}

/**
 * Replays what was pressed, chosen or typed on the served page before its bundle ran. first.js records it, so no button
 * must be pressed twice. Links need none of this, because the browser follows them itself, but for one in the search,
 * which takes what was typed.
 */
declare global {
  interface Window {
    earlyInput: {
      /** What each control was last used by; ends the recording. */
      take(): ReadonlyMap<HTMLElement, Event>
      /** Ends what first.js handles itself. Returns an Enter in the search. */
      end(): KeyboardEvent | null
      /** False for a press so long ago that no one waits for it. What is chosen or typed is still visible, and counts. */
      isFresh(event: Event): boolean
    }
  }
}

let touched: ReadonlyMap<HTMLElement, Event> = new Map()

/** From now on React gets all events itself. */
export function takeEarlyInput(): void {
  touched = window.earlyInput.take()
}

/** For a page that was served empty: there was nothing to press. */
export function dropEarlyInput(): void {
  window.earlyInput.take()
  window.earlyInput.end()
}

/** Replays the events that React missed. Call it after hydration and before the next render. */
function makeEarlyInputGood(): void {
  const { end, isFresh } = window.earlyInput
  const entered = end()
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  for (const [control, event] of touched) {
    control.removeAttribute('aria-busy')
    if (!control.isConnected) continue
    if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
    else if (control instanceof HTMLInputElement) tellTyped(control)
    // Once React has rendered what was typed before it.
    else if (isFresh(event)) setTimeout(() => control.click())
  }
  touched = new Map()
  if (entered?.target === focused && isFresh(entered)) setTimeout(() => pressAgain(entered))
}

/** React compares with the value it saw last; setting it from outside once makes the text a change. */
function tellTyped(input: HTMLInputElement): void {
  const { value } = input
  input.value = ''
  typeInto(input, value)
}
