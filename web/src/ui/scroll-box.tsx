/** What may scroll and holds nothing to press: the keyboard must reach it. */
import type { CSSProperties, ReactNode } from 'react'

interface ScrollBoxProps {
  /** What a screen reader calls it; a heading or a label beside it may say that already. */
  readonly label?: string
  readonly className?: string
  readonly style?: CSSProperties
  readonly dir?: 'auto'
  readonly children: ReactNode
}

export function ScrollBox({ label, ...props }: ScrollBoxProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section tabIndex={0} aria-label={label} {...props} />
}
