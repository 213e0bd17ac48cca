import { createStore } from '#web/ui/store.ts'

/** The parts of a sale, in their order. In a window too narrow for all of them, one is shown at a time. */
export const CALL_STEPS = [
  { value: 'caller', label: 'Caller' },
  { value: 'packages', label: 'Packages' },
  { value: 'invoice', label: 'Send' },
] as const
export type CallStep = (typeof CALL_STEPS)[number]['value']

/** The step on screen; the bar at the bottom of the window changes it too. */
export const callStep = createStore<CallStep>('caller')
