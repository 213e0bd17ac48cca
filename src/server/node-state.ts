import type { NodeState } from './platform/context.ts'
import { openRareWarnings } from './platform/logging.ts'
import { openLines } from './platform/process/limit-concurrency.ts'

/** Empty except for what is given. Call it once for each process and database. */
export function makeNodeState(given: Partial<NodeState> = {}): NodeState {
  return {
    networkKeys: new Map(),
    warn: openRareWarnings(),
    orderListeners: [],
    requestListeners: [],
    handoverListeners: [],
    claimListeners: [],
    failureListeners: [],
    contactsListeners: [],
    findDeskBuyer: () => Promise.resolve(null),
    unitsListeners: [],
    viewListeners: [],
    stockListeners: { everywhere: new Set(), byWord: new Map() },
    waitingAccess: { events: [], leftOut: 0 },
    poolQueues: openLines({ callsMax: 1, waitingMax: Number.POSITIVE_INFINITY }),
    sampledFiles: openLines({ callsMax: 2, waitingMax: 10 }),
    cashAppCarts: openLines({ callsMax: 1, waitingMax: Number.POSITIVE_INFINITY }),
    phoneFilters: new Map(),
    holdPlacer: null,
    messageBatches: null,
    takeTogether: null,
    savePayment: null,
    storeEvent: null,
    nameDelivery: null,
    places: null,
    countyPages: null,
    stockMaps: new Map(),
    tierClaimRates: new Map(),
    offers: null,
    offersPage: null,
    mailRecords: null,
    triedDisk: null,
    outages: new Map(),
    listenedTypes: null,
    ...given,
  }
}
