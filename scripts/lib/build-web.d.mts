export const WEB_SOURCES: string[]
export function buildWeb(): Promise<void>
