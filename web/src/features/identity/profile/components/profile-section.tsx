import { type ReactNode, useId } from 'react'

interface ProfileSectionProps {
  readonly title: string
  readonly note: string
  readonly children: ReactNode
}

/** One subject of the profile: its name at the left, what can be done at the right; below each other on a phone. */
export function ProfileSection({ title, note, children }: ProfileSectionProps) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="grid break-inside-avoid gap-x-10 gap-y-4 border-b border-line px-4 py-6 last:border-b-0 desk:px-6 broad:grid-cols-[240px_minmax(0,1fr)]"
    >
      <div>
        <h2 id={heading} className="text-section">
          {title}
        </h2>
        <p className="mt-0.5 text-note text-ink-3">{note}</p>
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
