import { StepList } from '#web/ui/step-list.tsx'

const STEPS = ['Choose a file', 'Check', 'Apply'] as const

/** Which of its three steps an import has reached; `reached` counts from 0, and 3 is after the last. */
export function ImportSteps({ reached }: { reached: 0 | 1 | 2 | 3 }) {
  return <StepList label="Import steps" steps={STEPS} reached={reached} />
}
