/** Who wants to know which counties are looked at: a page of ours, opened by somebody who is not of the team. */
import type { PlatformContext } from '#server/platform/context.ts'

/** Called for each look at a county, on the way of the most frequent reply of all: it must take no time. */
export type ViewListener = (fips: string, network: string) => void

declare module '#server/platform/context.ts' {
  interface NodeState {
    readonly viewListeners: ViewListener[]
  }
}

/** Tells of one look, and from which network it came. */
export function announceCountyView({ node }: Pick<PlatformContext, 'node'>, fips: string, network: string): void {
  for (const listener of node.viewListeners) listener(fips, network)
}
