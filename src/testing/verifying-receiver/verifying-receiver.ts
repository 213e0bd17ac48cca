import { type ChildServer, openChildServer } from '#testing/child-server.ts'
import type { ReceiverSettings, VerifiedCall } from './server.ts'

/** Starts a receiver that verifies in its own process. */
export const openVerifyingReceiver = (): Promise<ChildServer<VerifiedCall, ReceiverSettings>> =>
  openChildServer(new URL('./server.ts', import.meta.url))
