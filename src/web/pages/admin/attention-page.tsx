import { AttentionView } from '#web/features/attention/attention-view.tsx'

/** Home of the desk: what waits for somebody. */
export function AttentionPage() {
  return <AttentionView />
}
