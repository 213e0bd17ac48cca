/**
 * Replays what was pressed, chosen or typed on the served page before its bundle ran. first.js records it, so no button
 * must be pressed twice. Links need none of this: the browser follows them itself.
 */
declare global {
  interface Window {
    /** `take` ends the recording; `end` ends what first.js handles itself. */
    earlyInput?: { take(): ReadonlySet<HTMLElement>; end(): void }
  }
}

let touched: ReadonlySet<HTMLElement> = new Set()

/** From now on React gets all events itself. */
export function takeEarlyInput(): void {
  touched = window.earlyInput?.take() ?? touched
}

/** For a page that was served empty: there was nothing to press. */
export function dropEarlyInput(): void {
  window.earlyInput?.take()
  window.earlyInput?.end()
}

/** Replays the events that React missed. Call it after hydration and before the next render. */
export function makeEarlyInputGood(): void {
  window.earlyInput?.end()
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement) focused.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  for (const control of touched) {
    if (!control.isConnected) continue
    if (control instanceof HTMLButtonElement) control.click()
    else if (control instanceof HTMLSelectElement) control.dispatchEvent(new Event('change', { bubbles: true }))
    else if (control instanceof HTMLInputElement) tellTyped(control)
  }
  touched = new Set()
}

/** React compares with the value it saw last; setting it from outside once makes the text a change. */
function tellTyped(input: HTMLInputElement): void {
  const { value } = input
  input.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
