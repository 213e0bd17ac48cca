import { type RefObject, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

declare global {
  interface Window {
    /** Written by first.js, which keeps the team's keys until this file takes over. */
    earlyKeys: {
      /** What is still worth answering, oldest first: pressed in the last seconds, in the same area of the store. */
      fresh: () => { event: KeyboardEvent }[]
      /** Keeps a key if it is a shortcut, or typed after one. */
      keep: (event: KeyboardEvent) => void
    }
  }
}

/** @returns whether the key is one of its own */
type Answer = (event: KeyboardEvent) => boolean

const answers = new Set<RefObject<Answer>>()
let partsAwaited = 0
let isListening = false

/**
 * Answers keys pressed anywhere on the page. Answers those pressed before too, if nothing could: a person who knows the
 * shortcut is faster than the code.
 */
export function usePageKeys(answer: Answer): void {
  const latest = useRef(answer)
  latest.current = answer
  // Before painting: what is visible can be used.
  useLayoutEffect(() => {
    listen()
    answers.add(latest)
    answerKept()
    return () => void answers.delete(latest)
  }, [])
}

/** Whether a key is pressed alone, and neither typed into a field nor meant for an open dialog. */
export function isPlainKey({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const isTyped =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  return !(ctrlKey || metaKey || altKey || isTyped || document.querySelector('dialog[open]'))
}

/** `/` goes to this field, unless a slash would be typed or a dialog is open. */
export const useSlashKey = (field: RefObject<HTMLInputElement | null>): void =>
  usePageKeys((event) => {
    if (event.key !== '/' || !isPlainKey(event)) return false
    field.current?.focus()
    field.current?.select()
    return true
  })

/** Enter alone: with Ctrl or Cmd, it is a page's shortcut. */
export const isEnter = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>): boolean =>
  key === 'Enter' && !ctrlKey && !metaKey

/** While code of the page is awaited, keys that nothing answers are kept: the code may answer them. */
export function useAwaitedPart(isAwaited: boolean): void {
  useLayoutEffect(() => {
    if (!isAwaited) return
    partsAwaited += 1
    return () => {
      partsAwaited -= 1
      answerKept()
    }
  }, [isAwaited])
}

/** Types into a field that React renders. */
export function typeInto(field: HTMLInputElement, text: string): void {
  // Past React, which would otherwise take the text for its own and report no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Presses a key again where the focus is now. */
export function pressAgain(event: KeyboardEvent): void {
  document.activeElement?.dispatchEvent(new KeyboardEvent(event.type, event))
}

function listen(): void {
  if (isListening) return
  isListening = true
  const { fresh, keep } = window.earlyKeys
  removeEventListener('keydown', keep, true)
  // Keys are answered in their order.
  addEventListener('keydown', (event) => fresh().length > 0 && keep(event), true)
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return
    if (isAnswered(event)) event.preventDefault()
    else if (partsAwaited > 0) keep(event)
  })
}

const isAnswered = (event: KeyboardEvent) => [...answers].some(({ current }) => current(event))

/** Answers what was kept, up to a key that only awaited code may answer. Waits for the end of React's commit. */
function answerKept(): void {
  queueMicrotask(() => {
    const { fresh } = window.earlyKeys
    const kept = fresh()
    // What a page shows before its dashboard, such as the login, answers nothing.
    for (let next = kept[0]; next && answers.size > 0; next = fresh()[0]) {
      const { event } = next
      if (!isTyped(event) && !flushSync(() => isAnswered(event)) && partsAwaited > 0) return
      kept.shift()
    }
  })
}

/** A search that a shortcut opened gets what is typed after it. Other fields do not: no one meant them. */
function isTyped(event: KeyboardEvent): boolean {
  const field = document.querySelector<HTMLInputElement>('[role="combobox"]:focus, [type="search"]:focus')
  if (!field || event.ctrlKey || event.metaKey) return false
  if (event.key === 'Enter') pressAgain(event)
  else typeInto(field, event.key === 'Backspace' ? field.value.slice(0, -1) : field.value + event.key)
  return true
}
