export const ROOT: string
export const NODE_MODULES: string
export const NODE: string
export function inRoot(...parts: string[]): string
export function canRun(path: string): boolean
export function readIfThere(path: string): string
