import { Plus } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { type PackagesWanted, useAddPackages } from './use-add-packages.ts'

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
