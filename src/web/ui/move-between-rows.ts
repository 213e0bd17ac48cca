import type { KeyboardEvent } from 'react'

const CONTROLS = 'a[href], button, input'

/**
 * Handles the keys of a table's body: ↑ and ↓ move to the same control of the next row, Space chooses the row of the
 * link that has the focus. Enter opens a link by itself.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches(CONTROLS) || hasModifier(event)) return
  const row = target.closest('tr')
  if (!row) return
  if (key === ' ' && target instanceof HTMLAnchorElement) {
    const box = row.querySelector<HTMLInputElement>('input[type="checkbox"]')
    if (!box) return
    event.preventDefault()
    box.click()
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  // An open menu has its own arrow keys.
  if (target.getAttribute('aria-expanded') === 'true' || target.closest('[role="menu"], [role="dialog"]')) return
  if (target instanceof HTMLInputElement && target.type !== 'checkbox') return
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  const place = [...row.querySelectorAll(CONTROLS)].indexOf(target)
  const controls = next?.querySelectorAll<HTMLElement>(CONTROLS)
  const control = controls?.[place] ?? controls?.[0]
  if (!control) return
  event.preventDefault()
  control.focus()
  control.scrollIntoView({ block: 'nearest' })
}

const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey
