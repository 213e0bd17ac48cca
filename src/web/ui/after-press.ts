import { useLayoutEffect, useState } from 'react'

/** How long after the pointer is up its click may come: a touch screen sends it as a separate event. */
const CLICK_MS_MAX = 300

let isPressing = false
let release: ReturnType<typeof setTimeout> | undefined
const waiting = new Set<() => void>()

function releaseIn(delayMs: number): void {
  clearTimeout(release)
  release = setTimeout(() => {
    isPressing = false
    for (const show of waiting) show()
    waiting.clear()
  }, delayMs)
}

if (typeof window !== 'undefined') {
  const press = () => {
    clearTimeout(release)
    isPressing = true
  }
  addEventListener('pointerdown', press, true)
  // Released after the handlers of the click. A key ends a press that was let go of outside of the window, and so does
  // going on in a frame, such as the card's: that blurs the window. A field's blur, which only capturing hears, is part of
  // the press that took its focus.
  const ends = { pointerup: CLICK_MS_MAX, click: 0, pointercancel: 0, contextmenu: 0, keydown: 0, blur: 0 }
  for (const [end, delayMs] of Object.entries(ends)) addEventListener(end, () => releaseIn(delayMs), end !== 'blur')
}

/** Calls back when the current press, and its click, are over. @returns a function to take that back */
export function afterPress(show: () => void): () => void {
  waiting.add(show)
  return () => waiting.delete(show)
}

/**
 * Returns a value that changes the layout, such as a field's error; it does not change during a press. Pressing a button
 * takes the focus from a field, whose error would push the button away from under the pointer: the click would be lost.
 */
export function useAfterPress<Value>(value: Value): Value {
  const [shown, setShown] = useState(value)
  // Before painting, so nothing flickers when no one presses.
  useLayoutEffect(() => {
    if (!isPressing) return setShown(value)
    return afterPress(() => setShown(value))
  }, [value])
  return shown
}
