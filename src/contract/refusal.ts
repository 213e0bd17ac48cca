/** Describes one expected no: its HTTP status and its sentence for people. */
export const refusal = <const Status extends number>(status: Status, text: string) => ({ status, text })
