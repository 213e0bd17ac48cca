import { StepList } from '#web/ui/step-list.tsx'

const STEPS = ['Choose a file', 'Check', 'Apply'] as const

/** Where an import stands, of its three steps; `reached` counts from 0, and 3 is behind the last. */
export function ImportSteps({ reached }: { reached: 0 | 1 | 2 | 3 }) {
  return <StepList label="Steps of an import" steps={STEPS} reached={reached} />
}
