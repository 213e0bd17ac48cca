import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { type Package, packageName } from '#contract/catalogue/catalogue.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { changeCartOnScreen, followServer, showAvailability } from './cart-data.ts'
import { holdUnit, lineOf, nameDeliveryMethod } from './hold-unit.ts'
import { failureSentence } from './use-add-to-cart.ts'

/** Packages, and how many units of each. */
type PackagesWanted = readonly { package: Package; count: number }[]

/**
 * Holds several units, one after another, for delivery by email. The first one that cannot be held ends it: what is held
 * by then stays held, and a toast says what is missing and why.
 */
function useAddPackages() {
  return useMutation<void, Error, PackagesWanted>({
    mutationFn: async (packages) => {
      const units = packages.flatMap(({ package: one, count }) => Array.from({ length: count }, () => one))
      let added = 0
      try {
        for (const unit of units) {
          await addUnit(unit)
          added += 1
        }
        showToast({ title: 'Added to Cart', description: `${formatPlural(added, 'package')} added to cart.` })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const next = units[added]
        showToast({
          title: added > 0 ? `Only ${added} of ${units.length} packages were added` : 'Error',
          description: `${next ? `${packageName(next)}: ` : ''}${failureSentence(error)}`,
          tone: 'danger',
        })
      }
    },
    onSettled: followServer,
  })
}

async function addUnit(unit: Package): Promise<void> {
  const hold = await holdUnit(unit.id, 'email')
  if (hold.available !== undefined) showAvailability(unit, unit.id, hold.available)
  const line = lineOf(unit, 'email', hold)
  await changeCartOnScreen((lines) => [...lines.filter((one) => one.holdId !== line.holdId), line])
  await nameDeliveryMethod(line)
}

interface AddPackagesButtonProps {
  packages: PackagesWanted
  /** What is added: several buttons with the same words must be told apart. */
  description: string
}

/** Adds several packages at once. */
export function AddPackagesButton({ packages, description }: AddPackagesButtonProps) {
  const addPackages = useAddPackages()
  const id = useId()
  return (
    <>
      <Button
        className="w-full"
        onClick={() => addPackages.isPending || addPackages.mutate(packages)}
        aria-disabled={addPackages.isPending || undefined}
        aria-describedby={id}
      >
        <Plus size={16} aria-hidden="true" />
        {addPackages.isPending ? 'Adding…' : 'Add these'}
      </Button>
      <span id={id} hidden>
        {description}
      </span>
    </>
  )
}
