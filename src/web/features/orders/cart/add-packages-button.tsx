import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { type Package, packageName } from '#contract/catalogue/catalogue.ts'
import { ApiError } from '#web/lib/call-api.ts'
import { formatPlural } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { followServer } from './cart-data.ts'
import { holdLine, nameDeliveryMethod } from './hold-unit.ts'
import { chosenDelivery } from './sale-delivery.tsx'
import { failureSentence } from './use-add-to-cart.ts'

type PackagesWanted = readonly { package: Package; count: number }[]

/** The first unit that cannot be held ends it: the earlier ones stay held, and a toast says what is missing and why. */
export function AddPackagesButton({ packages, description }: { packages: PackagesWanted; description: string }) {
  const addPackages = useMutation({
    mutationFn: async (packages: PackagesWanted) => {
      const units = packages.flatMap(({ package: one, count }) => Array.from({ length: count }, () => one))
      let added = 0
      try {
        for (const unit of units) {
          await nameDeliveryMethod(await holdLine(unit, chosenDelivery.get()))
          added += 1
        }
        showToast({ title: 'Added to Cart', description: `${formatPlural(added, 'package')} added to cart.` })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const next = units[added]
        showFailure(
          added > 0 ? `Only ${added} of ${units.length} packages were added` : 'Error',
          `${next ? `${packageName(next)}: ` : ''}${failureSentence(error)}`,
        )
      }
    },
    onSettled: followServer,
  })
  const id = useId()
  return (
    <>
      <Button
        icon={Plus}
        className="w-full"
        onClick={() => addPackages.mutate(packages)}
        isBusy={addPackages.isPending}
        aria-describedby={id}
      >
        {addPackages.isPending ? 'Adding…' : 'Add these'}
      </Button>
      <span id={id} hidden>
        {description}
      </span>
    </>
  )
}
