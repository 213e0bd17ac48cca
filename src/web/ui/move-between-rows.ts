import type { KeyboardEvent } from 'react'
import { meaningOf, type RowPress } from './row-keys.ts'

const CONTROLS = 'a[href], button, input'

/**
 * Handles the keys of a table's body: ↑ and ↓ move to the same control of the next row, Space chooses the row of the
 * link that has the focus. Enter opens a link by itself.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS)) return
  const row = target.closest('tr')
  const meaning = meaningOf({
    key: event.key,
    hasModifier: event.altKey || event.ctrlKey || event.metaKey || event.shiftKey,
    control: controlOf(target),
    isInMenu: target.getAttribute('aria-expanded') === 'true' || !!target.closest('[role="menu"], [role="dialog"]'),
  })
  if (!row || !meaning) return
  const next = meaning === 'next' ? row.nextElementSibling : row.previousElementSibling
  const control =
    meaning === 'choose' ? row.querySelector<HTMLElement>('input[type="checkbox"]') : sameControl(row, target, next)
  if (!control) return
  event.preventDefault()
  if (meaning === 'choose') control.click()
  else {
    control.focus()
    control.scrollIntoView({ block: 'nearest' })
  }
}

function controlOf(element: HTMLElement): RowPress['control'] {
  if (element instanceof HTMLAnchorElement) return 'link'
  if (!(element instanceof HTMLInputElement)) return 'button'
  return element.type === 'checkbox' ? 'checkbox' : 'text'
}

/** The control of another row in the same place, or its first: some rows have fewer. */
function sameControl(row: Element, control: HTMLElement, other: Element | null): HTMLElement | undefined {
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(control)
  const controls = other?.querySelectorAll<HTMLElement>(CONTROLS)
  return controls?.[place] ?? controls?.[0]
}
