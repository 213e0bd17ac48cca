export const VERIFIER_SOURCES: string[]
export function buildVerifier(folder: string): Promise<void>
