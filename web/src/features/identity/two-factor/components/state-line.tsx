/** The state of two-factor sign-in in words, and what can be done about it. */
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { twoFactorState } from '../queries.ts'

interface LineProps {
  readonly badge: ReactNode
  readonly text: string
  readonly note?: string | undefined
  readonly children: ReactNode
}

/** The state in words, and what can be done about it. */
export function StateLine({ badge, text, note, children }: LineProps) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label">
        {badge}
        <span className="min-w-0">{text}</span>
      </p>
      {note ? <p className="mt-1 text-note text-ink-3">{note}</p> : null}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </>
  )
}

export function useStateChanged(onChanged: () => void): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: twoFactorState().queryKey })
    onChanged()
  }
}
