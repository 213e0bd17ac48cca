import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the keyboard in the workspace: if what had the focus is gone, such as a link of the previous step, it goes to
 * the region of the current one. React reports no blur for what it removes, but does when someone clicks elsewhere.
 *
 * @returns handlers for the workspace's element
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) region.current?.focus()
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: () => {
      isInside.current = false
    },
  }
}
