export const SERVER_SOURCES: string[]
export const SERVER: string
export function buildServer(): Promise<void>
