import type { NodeState } from './platform/context.ts'

type Listeners = Pick<NodeState, 'orderListeners' | 'failureListeners' | 'contactsListeners'>

/** Makes what a node keeps in memory, empty but for the given listeners. Once for each process and database. */
export function makeNodeState(listeners: Partial<Listeners> = {}): NodeState {
  return {
    orderListeners: [],
    failureListeners: [],
    contactsListeners: [],
    waitingAccess: { events: [], leftOut: 0 },
    ...listeners,
  }
}
