/** Where a call that needs a proof of who is there asks for it; the dialog that does the asking stands in features/session. */
let asker: (() => Promise<boolean>) | undefined

/** Answers from now on for calls that need a proof. @returns how to stop */
export function answerProofsWith(ask: () => Promise<boolean>): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** @returns whether the member proved themselves; false where they would not, or nobody asks them */
export const askForProof = (): Promise<boolean> => asker?.() ?? Promise.resolve(false)
