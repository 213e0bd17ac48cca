interface ProgressBarProps {
  /** What is in progress, for screen readers. */
  label: string
  /** From 0 to 1; null while the progress is unknown. */
  share: number | null
  /** The progress in words, shown below the bar. */
  children: string
}

/**
 * The progress of something that takes seconds: a bar and a sentence. Screen readers announce the sentence, and the bar
 * only on request.
 */
export function ProgressBar({ label, share, children }: ProgressBarProps) {
  const percent = share === null ? null : Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        className="h-2 overflow-clip rounded-full bg-sunken"
      >
        <div
          className={percent === null ? 'breathe h-full bg-accent' : 'h-full bg-accent transition-[width] duration-200'}
          style={{ width: `${percent ?? 100}%` }}
        />
      </div>
      <p role="status" className="figures mt-2 text-sm text-muted">
        {children}
      </p>
    </div>
  )
}
