import { useMutation } from '@tanstack/react-query'
import { type Package, type PackageId, packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import { showFailure } from '#web/ui/toast.ts'
import { followServer, useCart } from './cart-data.ts'
import { holdAgain } from './hold-unit.ts'
import { releasing } from './lost-lines.ts'
import { failureSentence, useAddToCart } from './use-add-to-cart.ts'
import { useClearCart } from './use-remove-from-cart.ts'

type Unit = Pick<CartLine, 'packageId' | 'holdId'>

/** Oldest first. Lines in `releasing` stay on screen until the server answers, but must not be chosen again. */
export const unitsOf = <Line extends Unit>(
  packageId: Unit['packageId'],
  lines: readonly Line[],
  releasing: Pick<ReadonlySet<Unit['holdId']>, 'has'>,
): Line[] => lines.filter((line) => line.packageId === packageId && !releasing.has(line.holdId))

/** What turns the units held into as many as are wanted: how many are missing, or which to give back, the newest. */
export const changeTo = <Line>(wanted: number, held: readonly Line[]): { missing: number; spare: Line[] } => ({
  missing: Math.max(0, wanted - held.length),
  spare: held.slice(wanted),
})

type Wish = { package: Package; deliveryMethod: DeliveryMethod; count: number }

/** Reserves missing units or gives the newest back; says only what could not be reserved, with `failure` at last. */
export function useUnits(deliveryMethod: DeliveryMethod, failure: string) {
  const { lines } = useCart()
  const addToCart = useAddToCart(failure, { isQuiet: true })
  const addSeveral = useMutation({
    mutationFn: ({ package: one, deliveryMethod, count }: Wish) =>
      holdAgain(Array.from({ length: count }, () => ({ packageId: one.id, deliveryMethod }))),
    onSuccess: ({ added, missing }, { package: one }) => {
      if (missing.length === 0) return
      showFailure(
        'Not Available',
        `${missing.length} of ${added.length + missing.length} × ${packageName(one)} not available.`,
      )
    },
    onError: (error) => showFailure('Error', failureSentence(error, failure)),
    onSettled: followServer,
  })
  const { mutate: removeLines } = useClearCart()
  const heldOf = (packageId: PackageId): CartLine[] => unitsOf(packageId, lines, releasing)
  const add = (one: Package, count: number) => {
    if (one.available <= 0) showFailure('Out of Stock', 'This package is temporarily unavailable.')
    else if (count === 1) addToCart.mutate({ package: one, deliveryMethod })
    else if (!addSeveral.isPending) addSeveral.mutate({ package: one, deliveryMethod, count })
  }
  const setUnits = (one: Package, wanted: number) => {
    const { missing, spare } = changeTo(wanted, heldOf(one.id))
    if (missing > 0) add(one, missing)
    else if (spare.length > 0) removeLines(spare)
  }
  return { heldOf, setUnits }
}
