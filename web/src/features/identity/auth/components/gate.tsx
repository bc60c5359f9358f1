import './login.css'
import type { ReactNode } from 'react'
import { Wordmark } from '#ui/wordmark.tsx'

/** The frame of a page that is open without a session, beside the one for signing in. */
export function Gate({ children }: { readonly children: ReactNode }) {
  return (
    <main className="waiting bg-surface p-6">
      <div className="gate text-left text-ink">
        <Wordmark />
        <div className="mt-6">{children}</div>
      </div>
    </main>
  )
}
