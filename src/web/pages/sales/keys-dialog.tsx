import { Dialog } from '#web/ui/dialog.tsx'
import { chooseSingleKeys, singleKeys } from './single-keys.ts'
import { CALL_SCREEN, TAB_NAMES } from './tab-names.ts'

const GENERAL: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Find a county, a customer or a request' },
  { keys: ['Esc'], does: 'Close the open dialog or menu' },
]
const SINGLE: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['s'], does: CALL_SCREEN.label },
  ...TAB_NAMES.map((tab, index) => ({ keys: [String(index + 1)], does: tab.label })),
  { keys: ['n'], does: 'Next step of the sale' },
  { keys: ['p'], does: 'Previous step of the sale' },
  { keys: ['/'], does: 'Go to this section’s search' },
  { keys: ['r'], does: 'Refresh Data' },
  { keys: ['?'], does: 'Show these keys' },
]

/** The keyboard shortcuts of the sales dashboard, and the switch for single-letter keys. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const areOn = singleKeys.use()
  return (
    <Dialog title="Keys" onClose={onClose}>
      <KeyList keys={GENERAL} />
      <h3 className="mt-6 font-semibold">Single keys</h3>
      <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={areOn}
          onChange={(event) => chooseSingleKeys(event.target.checked)}
          className="size-4 accent-accent"
        />
        Use letter and number shortcuts
      </label>
      <div className={areOn ? '' : 'opacity-60'}>
        <KeyList keys={SINGLE} />
      </div>
    </Dialog>
  )
}

function KeyList({ keys }: { keys: typeof GENERAL }) {
  return (
    <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
      {keys.map((one) => (
        <div key={one.does} className="col-span-2 grid grid-cols-subgrid items-center">
          <dt className="flex gap-1.5">
            {one.keys.map((key) => (
              <kbd
                key={key}
                className="figures min-w-7 rounded-md border border-control bg-surface px-1.5 text-center font-sans text-xs/6 font-semibold"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{one.does}</dd>
        </div>
      ))}
    </dl>
  )
}
