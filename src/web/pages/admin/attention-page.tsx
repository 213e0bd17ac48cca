import { AttentionView } from '#web/features/admin/attention/attention-view.tsx'

/** Home of the desk: what waits for somebody. */
export function AttentionPage() {
  return <AttentionView />
}
