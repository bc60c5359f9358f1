import type { ReactNode } from 'react'

/** A quiet label that says what something is about. */
export function Tag({ children }: { readonly children: ReactNode }) {
  return (
    <span className="tag">
      <span className="truncate">{children}</span>
    </span>
  )
}
