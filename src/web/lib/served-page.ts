/**
 * What came with the page: how it looks at first, drawn at the build, and what the server knows about the store. React
 * takes the drawn page over as it stands. So its first drawing in the browser must be the one of the build: without
 * answers of the server, without what this browser remembers, without what the address asks for.
 */
import { startTransition, useEffect, useState } from 'react'
import type { StoreConfig } from '#contract/admin/operations.ts'
import { makeEarlyInputGood } from './early-input.ts'

const isBuild = typeof document === 'undefined'

/** Whether the page came drawn; pages that belong to one person, and those of `npm run dev`, come without. */
export const isDrawn = isBuild || document.getElementById('root')?.hasChildNodes() === true

/** The store's own answer to `/api/config`, where the server put it into the page. */
export const servedConfig = isBuild ? undefined : readServedConfig()

/** How the store is called. At the build nobody knows: the server puts its words in the place of these. */
export const servedBrand: Pick<StoreConfig, 'brand' | 'subsidiary'> | undefined = isBuild
  ? { brand: '{{brand}}', subsidiary: '{{subsidiary}}' }
  : servedConfig

function readServedConfig(): StoreConfig | undefined {
  const text = document.getElementById('store-config')?.textContent
  return text ? JSON.parse(text) : undefined
}

let isTakenOver = !isDrawn
let noteTakeover = () => {}
const takeover = new Promise<void>((resolve) => {
  noteTakeover = () => {
    isTakenOver = true
    resolve()
  }
})
if (isTakenOver) noteTakeover()

/** Waits until React has taken the page over; at the build that never happens. */
export const afterTakeover = (): Promise<void> => takeover

/**
 * True while the page must look as it was drawn, and not yet as its address asks. Every page that comes drawn calls it:
 * the page's first effect is the end of the takeover.
 */
export function useIsAsDrawn(): boolean {
  const [isAsDrawn, setIsAsDrawn] = useState(!isTakenOver)
  useEffect(() => {
    if (isTakenOver) return
    makeEarlyInputGood()
    noteTakeover()
    // In slices, between which the browser can answer a finger.
    startTransition(() => setIsAsDrawn(false))
  }, [])
  return isAsDrawn
}
