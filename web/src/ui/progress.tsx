interface ProgressProps {
  /** 0 to 1. The figure itself stands beside the bar. */
  readonly value: number
  readonly label: string
  /** A colour token, such as 'var(--good-mark)'; the accent when absent. */
  readonly color?: string
}

/** How far along something is. */
export function Progress({ value, label, color }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <i style={{ width: `${percent}%`, background: color }} />
    </div>
  )
}
