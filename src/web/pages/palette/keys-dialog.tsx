import { Dialog } from '#web/ui/dialog.tsx'
import { Key, type Keys, singleKeys, switchSingleKeys } from '#web/ui/single-keys.tsx'

const GENERAL: Keys = [
  { keys: ['Ctrl K', '⌘ K'], does: 'Find or do anything' },
  { keys: ['↑', '↓', 'Enter'], does: 'Move in a list, and open a row' },
  { keys: ['Space'], does: 'Select a row' },
  { keys: ['Esc'], does: 'Close the open dialog or menu' },
]
const SINGLE: Keys = [
  { keys: ['j', 'k'], does: 'Next and previous row of a list' },
  { keys: ['/'], does: 'Go to this page’s search' },
  { keys: ['?'], does: 'Show these keys' },
]

/** The keys of a dashboard, and a switch for those that are one letter. `own`: those that only this dashboard has. */
export default function KeysDialog({ own, onClose }: { own: Keys; onClose: () => void }) {
  const areOn = singleKeys.use()
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <KeyList keys={GENERAL} />
      <h3 className="mt-6 font-semibold">Single keys</h3>
      <label className="mt-2 flex min-h-9 cursor-pointer items-center gap-2 text-sm">
        <input type="checkbox" checked={areOn} onChange={switchSingleKeys} className="size-4 accent-accent" />
        Use letter and number shortcuts
      </label>
      <div className={areOn ? '' : 'opacity-60'}>
        <KeyList keys={[...own, ...SINGLE]} />
      </div>
    </Dialog>
  )
}

const KeyList = ({ keys }: { keys: Keys }) => (
  <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
    {keys.map((one) => (
      <div key={one.does} className="col-span-2 grid grid-cols-subgrid items-center">
        <dt className="flex gap-1.5">
          {one.keys.map((key) => (
            <Key key={key}>{key}</Key>
          ))}
        </dt>
        <dd>{one.does}</dd>
      </div>
    ))}
  </dl>
)
