/** Defines an expected no: its HTTP status and the sentence for people. */
export const refusal = <const Status extends number>(status: Status, text: string) => ({ status, text })
