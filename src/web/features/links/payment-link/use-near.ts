import { type RefObject, useEffect, useState } from 'react'

/** A reader who scrolls at all is on the way further down. */
const MOVES = ['scroll', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Whether an element is on screen, or the reader has started moving toward it. Heavy parts, such as the card form with
 * the provider's script, wait for that: on a phone they are below what is read first.
 */
export function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !element.current) return
    const come = () => setIsNear(true)
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) come()
    })
    observer.observe(element.current)
    for (const move of MOVES) document.addEventListener(move, come, { capture: true, passive: true })
    return () => {
      observer.disconnect()
      for (const move of MOVES) document.removeEventListener(move, come, { capture: true })
    }
  }, [element, isNear])
  return isNear
}
