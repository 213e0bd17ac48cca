import { useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/members/auth.ts'
import { answerProofsWith } from '#web/lib/proof.ts'
import { LatePart, type ShowMissing } from '#web/ui/late-part.tsx'

// Rarely needed, so it stays out of the first load of every dashboard.
const loadProofForm = () => import('./proof-form.tsx')

/** Asks for password and code when a call needs them; the call then continues by itself. */
export function ProofDialog({ user, failed }: { user: CurrentUser; failed: ShowMissing }) {
  const [waiting, setWaiting] = useState<readonly ((isProven: boolean) => void)[]>([])
  useEffect(() => answerProofsWith(() => new Promise((resolve) => setWaiting((before) => [...before, resolve]))), [])
  if (waiting.length === 0) return null
  const handleAnswer = (isProven: boolean) => {
    for (const resolve of waiting) resolve(isProven)
    setWaiting([])
  }
  return <LatePart load={loadProofForm} props={{ user, onAnswer: handleAnswer }} failed={failed} />
}
