/** Where a call that needs a proof of who is there asks for it; the dialog that asks is in features/members. */
let asker: (() => Promise<boolean>) | undefined

/** Answers from now on for calls that need a proof. @returns how to stop */
export function answerProofsWith(ask: () => Promise<boolean>): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** @returns whether the member proved themselves; false where they declined, or no dialog can ask */
export const askForProof = (): Promise<boolean> => asker?.() ?? Promise.resolve(false)
