import { useCallback, useEffect, useState } from 'react'
import { creditToUse } from '#contract/credit/credit-use.ts'
import { type CartCredit, getCartCredit } from '#contract/credit/credits.ts'
import { toCents } from '#contract/money.ts'
import { type ApiError, callApi } from '#web/lib/call-api.ts'
import { readStored, removeStored, writeStored } from '#web/ui/storage.ts'
import type { UsedCredit } from './use-payment-intent.ts'

/** Set in this tab once a code was typed, so a reloaded page asks what it unlocked; others never ask. */
const STORAGE_KEY = 'store-credit'
const CREDIT_REFUSALS: readonly string[] = ['credit_locked', 'credit_changed']

/** Whether a refusal is about store credit, which then shows it itself. */
export const isCreditRefusal = (error: ApiError | null | undefined): error is ApiError =>
  error !== null && error !== undefined && CREDIT_REFUSALS.includes(error.code)

const isSameAddress = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The store credit of a checkout: what a code unlocked, whether it is used, and why it is no longer used. */
export function useStoreCredit() {
  const [opened, setOpened] = useState<CartCredit | null>(null)
  const [isWanted, setIsWanted] = useState(true)
  const [trouble, setTrouble] = useState<string | null>(null)
  const read = useCallback(async () => {
    const { credit } = await callApi(getCartCredit)
    if (credit) writeStored('session', STORAGE_KEY, true)
    else removeStored('session', STORAGE_KEY)
    setOpened(credit)
  }, [])
  useEffect(() => {
    // Without a reply, the page offers to use credit as if nothing had been unlocked.
    if (readStored('session', STORAGE_KEY)) read().catch(() => undefined)
  }, [read])
  const open = (credit: CartCredit) => {
    writeStored('session', STORAGE_KEY, true)
    setOpened(credit)
    setIsWanted(true)
    setTrouble(null)
  }
  const want = (isWantedNow: boolean) => {
    setIsWanted(isWantedNow)
    setTrouble(null)
  }
  /** The server's credit differs: show its sentence and reload the credit. */
  const refuse = useCallback(
    (error: ApiError) => {
      setTrouble(error.sentence)
      if (error.code === 'credit_locked') setOpened(null)
      read().catch(() => setOpened(null))
    },
    [read],
  )
  const leaveOut = (why: string) => {
    setIsWanted(false)
    setTrouble(why)
  }
  /** What it pays of a total in dollars; `email` the buyer's, if known, because only the owner can use credit. */
  const usedFor = (total: number, email: string | null): UsedCredit | undefined => {
    if (!opened || !isWanted || (email !== null && !isSameAddress(email, opened.email))) return undefined
    const cents = (dollars: number) => toCents(Math.round(dollars * 100))
    const amount = creditToUse(cents(total), cents(opened.available)) / 100
    return amount > 0 ? { email: opened.email, amount } : undefined
  }
  const isOf = (email: string): boolean => opened !== null && isSameAddress(email, opened.email)
  return { opened, isWanted, trouble, read, open, want, refuse, leaveOut, usedFor, isOf }
}
