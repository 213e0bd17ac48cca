import { type ReactNode, useState } from 'react'
import { LEAD_TYPE_NAMES, packageKeyOf, packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { forgetLost, lostLines, type OrderedLine } from './lost-lines.ts'
import { useAddToCart } from './use-add-to-cart.ts'

interface MissingLinesProps {
  lines: readonly OrderedLine[]
  hasSome: boolean
  action?: (line: OrderedLine) => ReactNode
  className?: string
}

export const MissingLines = ({ lines, hasSome, action, className = '' }: MissingLinesProps) => (
  <Notice
    tone="attention"
    title={hasSome ? 'Some packages are not available now' : 'None of it is available now'}
    className={className}
  >
    <ul className="list-disc pl-5">
      {lines.map((line, index) => (
        <li key={`${line.packageId}/${String(index)}`}>
          {packageWords(line)} {action?.(line)}
        </li>
      ))}
    </ul>
  </Notice>
)

function packageWords({ packageId, place }: OrderedLine): string {
  const { tier, size, leadType } = packageKeyOf(packageId)
  return [packageName({ tier, size }), LEAD_TYPE_NAMES[leadType], ...(place ? [place] : [])].join(', ')
}

/** Says which lines left the cart by themselves, and why; each can be taken again until the cart is closed. */
export function LostLinesNotice({ className = '' }: { className?: string }) {
  const { expired, takenBack, payingCount, goneCount, missing, notDone } = lostLines.use()
  return (
    <>
      {payingCount > 0 && (
        <Notice tone="info" title="Your payment is being processed" className={className}>
          {formatPlural(payingCount, 'package')} left your cart with it. We confirm the order by email as soon as the
          payment is complete.
        </Notice>
      )}
      {notDone && (
        <Notice tone="attention" title={notDone.title} className={className}>
          {notDone.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {missing.length > 0 && <MissingLines lines={missing} hasSome className={className} />}
      {takenBack.length > 0 && (
        <LostList title="The store removed something from your cart" lines={takenBack} className={className} />
      )}
      {expired.length > 0 ? (
        <LostList title="A reservation ran out" lines={expired} className={className} />
      ) : (
        goneCount > 0 && (
          <Notice tone="attention" title="Your cart changed while you were away" className={className}>
            {formatPlural(goneCount, 'package')} {goneCount === 1 ? 'is' : 'are'} no longer in your cart: their time ran
            out, the store released them, or the order was paid or is being paid.
          </Notice>
        )
      )}
    </>
  )
}

const LostList = ({ title, lines, className }: { title: string; lines: readonly CartLine[]; className: string }) => (
  <Notice tone="attention" title={title} className={className}>
    <p>{lines.length === 1 ? 'This package' : 'These packages'} went back on sale:</p>
    <ul className="mt-2 grid gap-2">
      {lines.map((line) => (
        <LostLine key={line.holdId} line={line} />
      ))}
    </ul>
  </Notice>
)

function LostLine({ line }: { line: CartLine }) {
  const addToCart = useAddToCart()
  const [isSold, setIsSold] = useState(false)
  const name = packageName(line)
  const handleAdd = () => {
    if (addToCart.isPending) return
    addToCart.mutate(
      { package: { ...line, id: line.packageId }, deliveryMethod: line.deliveryMethod },
      { onSuccess: () => forgetLost(line), onError: (error) => setIsSold(error.code === 'out_of_stock') },
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <span className="min-w-0">
        {name}, {line.place}
      </span>
      {isSold ? (
        <span className="font-semibold">Sold out</span>
      ) : (
        <Button
          size="small"
          onClick={handleAdd}
          isBusy={addToCart.isPending}
          aria-label={`Add again: ${name}, ${line.county}`}
        >
          {addToCart.isPending ? 'Adding…' : 'Add again'}
        </Button>
      )}
    </li>
  )
}
