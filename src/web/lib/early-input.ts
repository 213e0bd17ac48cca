import { pressAgain, typeInto } from '#web/ui/page-keys.ts'

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
export function makeEarlyInputGood(): void {
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
