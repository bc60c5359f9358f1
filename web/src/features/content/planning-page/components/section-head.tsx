/** The head of a section of drafts: its name, and how many there are. */
import type { ReactNode } from 'react'
import { formatWhole } from '#lib/format.ts'
import type { Section } from '../rules.ts'
import { texts } from '../texts.ts'

interface HeadProps {
  readonly section: Section
  /** All items of the section are loaded. */
  readonly isWhole: boolean
  readonly children: ReactNode
}

export function SectionHead({ section: { name, posts, today }, isWhole, children }: HeadProps) {
  const count = `${formatWhole(posts.length)}${isWhole ? '' : '+'}`
  return (
    <div className="mt-5 mb-2.5 flex min-h-8 items-center gap-2">
      <h2 id={`section-${name}`} className="text-panel">
        {texts.sections[name]}
      </h2>
      <span className="text-note text-ink-3">{texts.counted(count, today)}</span>
      <span className="ml-auto flex items-center gap-3">{children}</span>
    </div>
  )
}
