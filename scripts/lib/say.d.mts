export function seconds(from: number): string
export function withProgress<Result>(title: string, work: () => Promise<Result>): Promise<Result>
export class SetUpError extends Error {}
export function orExplain<Result>(work: () => Promise<Result>): Promise<Result>
