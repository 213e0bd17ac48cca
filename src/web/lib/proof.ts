/** Lets a call that needs a proof of identity ask for it; the dialog that asks is in features/members. */
let asker: (() => Promise<boolean>) | undefined

/** Registers the dialog for such calls. @returns a function to stop */
export function answerProofsWith(ask: () => Promise<boolean>): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** @returns whether the member gave a proof; false if they declined, or no dialog can ask */
export const askForProof = (): Promise<boolean> => asker?.() ?? Promise.resolve(false)
