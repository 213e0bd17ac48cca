import type { NodeState } from './platform/context.ts'
import { openLines } from './platform/limit-concurrency.ts'
import { openRareWarnings } from './platform/once-per-minute.ts'

type Listeners = Pick<
  NodeState,
  | 'orderListeners'
  | 'requestListeners'
  | 'handoverListeners'
  | 'claimListeners'
  | 'failureListeners'
  | 'contactsListeners'
  | 'findDeskBuyer'
>

/** Empty except for the given listeners. Call it once for each process and database. */
export function makeNodeState(listeners: Partial<Listeners> = {}): NodeState {
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
    cashAppCarts: openLines({ callsMax: 1, waitingMax: Number.POSITIVE_INFINITY }),
    phoneFilters: new Map(),
    ownListReadings: new Set(),
    holdPlacer: null,
    messageBatches: null,
    takeTogether: null,
    savePayment: null,
    storeEvent: null,
    nameDelivery: null,
    places: null,
    countyPages: null,
    stockMaps: new Map(),
    tierClaimRates: null,
    offers: null,
    offersPage: null,
    mailRecords: null,
    shippedLog: null,
    triedDisk: null,
    outages: new Map(),
    listenedTypes: null,
    ...listeners,
  }
}
