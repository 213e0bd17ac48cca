import type { NodeState } from './platform/context.ts'
import { openRareWarnings } from './platform/logging.ts'
import { openLines } from './platform/process/limit-concurrency.ts'

/** Empty except for what is given. Call it once for each process and database. */
export function makeNodeState(given: Partial<NodeState> = {}): NodeState {
  return {
    warn: openRareWarnings(),
    orderListeners: [],
    requestListeners: [],
    handoverListeners: [],
    claimListeners: [],
    failureListeners: [],
    contactsListeners: [],
    findDeskBuyer: () => Promise.resolve(null),
    sampledFiles: openLines({ callsMax: 2, waitingMax: 10 }),
    ...given,
  }
}
