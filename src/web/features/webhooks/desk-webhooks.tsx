import { DESK_CALLS } from './desk-calls.ts'
import { WebhooksPanel } from './webhooks-panel.tsx'

const PROGRAM = 'We call your own program when something happens, signed by the Standard Webhooks specification'

/** The buyer's webhooks at the desk. Loaded after the page. */
export default function DeskWebhooks() {
  return (
    <WebhooksPanel
      calls={DESK_CALLS}
      title="Webhooks"
      intro={`${PROGRAM}.`}
      withBoss={{ title: 'Webhooks and Follow Up Boss', intro: `${PROGRAM}, or send your leads to Follow Up Boss.` }}
    />
  )
}
