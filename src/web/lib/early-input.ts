/**
 * What was pressed, chosen or typed while the page was as it was served, before its bundle ran. first.js notes
 * it; here it is made good, so that no button has to be pressed twice. Links need none of this: the browser follows them itself.
 */
declare global {
  interface Window {
    /** `take` ends the noting; `end` the little that first.js answers itself. */
    earlyInput?: { take(): ReadonlySet<HTMLElement>; end(): void }
  }
}

let touched: ReadonlySet<HTMLElement> = new Set()

/** From now on React hears everything by itself. */
export function takeEarlyInput(): void {
  touched = window.earlyInput?.take() ?? touched
}

/** For a page that came empty: there was nothing to press. */
export function dropEarlyInput(): void {
  window.earlyInput?.take()
  window.earlyInput?.end()
}

/** Tells React what it did not hear. Call after hydration and before the next render. */
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

/** React compares with the value it last saw; set from outside once, the text is news to it. */
function tellTyped(input: HTMLInputElement): void {
  const { value } = input
  input.value = ''
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
