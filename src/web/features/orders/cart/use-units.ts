import { useMutation } from '@tanstack/react-query'
import { type Package, type PackageId, packageName } from '#contract/catalogue/catalogue.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import type { DeliveryMethod } from '#contract/values.ts'
import type { ApiError } from '#web/lib/api-error.ts'
import { showToast } from '#web/ui/toast.ts'
import { followServer, useCart } from './cart-data.ts'
import { type HeldAgain, holdAgain } from './hold-again.ts'
import { letGo } from './lost-lines.ts'
import { failureSentence, useAddToCart } from './use-add-to-cart.ts'
import { useRemoveLines } from './use-remove-from-cart.ts'

type Unit = Pick<CartLine, 'packageId' | 'holdId'>

/**
 * The units of a package in the cart, the oldest first.
 *
 * @param letGo lines that are being given back. They are on screen until the server has answered, and a second key must
 *   not choose them again.
 */
export const unitsOf = <Line extends Unit>(
  packageId: Unit['packageId'],
  lines: readonly Line[],
  letGo: Pick<ReadonlySet<Unit['holdId']>, 'has'>,
): Line[] => lines.filter((line) => line.packageId === packageId && !letGo.has(line.holdId))

/** What turns the units held into as many as are wanted: how many are missing, or which to give back, the newest. */
export const changeTo = <Line>(wanted: number, held: readonly Line[]): { missing: number; spare: Line[] } => ({
  missing: Math.max(0, wanted - held.length),
  spare: held.slice(wanted),
})

interface Wish {
  package: Package
  deliveryMethod: DeliveryMethod
  /** Units to add. */
  count: number
}

/**
 * Sets how many units of a package are in the cart: reserves the missing ones one after another, or gives some back,
 * the newest first. Says only what could not be reserved: the screen shows the rest.
 *
 * @param failure shown if nothing was reserved and the member can do nothing else about it
 */
export function useUnits(deliveryMethod: DeliveryMethod, failure: string) {
  const { lines } = useCart()
  const addToCart = useAddToCart(failure, { isQuiet: true })
  const addSeveral = useAddSeveral(failure)
  const removeLines = useRemoveLines()
  const heldOf = (packageId: PackageId): CartLine[] => unitsOf(packageId, lines, letGo)

  const add = (one: Package, count: number) => {
    if (one.available <= 0)
      showToast({ title: 'Out of Stock', description: 'This package is temporarily unavailable.', tone: 'danger' })
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

function useAddSeveral(failure: string) {
  return useMutation<HeldAgain, ApiError, Wish>({
    mutationFn: ({ package: one, deliveryMethod, count }) =>
      holdAgain(Array.from({ length: count }, () => ({ packageId: one.id, deliveryMethod }))),
    onSuccess: ({ added, missing }, { package: one }) => {
      if (missing.length === 0) return
      showToast({
        title: 'Not Available',
        description: `${missing.length} of ${added.length + missing.length} × ${packageName(one)} not available.`,
        tone: 'danger',
      })
    },
    onError: (error) => showToast({ title: 'Error', description: failureSentence(error, failure), tone: 'danger' }),
    onSettled: followServer,
  })
}
