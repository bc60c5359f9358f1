/** Every step of a publication, the earliest first; the last one says where it stands. */
import { Check, Dot, X } from 'lucide-react'
import { Panel } from '#ui/panel.tsx'
import type { Publication } from '../queries.ts'
import { groupOf, stepTime } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'

const words = texts.page

interface TimelineProps {
  readonly publication: Publication
  readonly timeZone: string
}

export function Timeline({ publication, timeZone }: TimelineProps) {
  const { steps, plannedAt, endedAt } = publication
  const last = steps.length - 1
  return (
    <Panel aria-labelledby="publication-steps">
      <h2 id="publication-steps" className="publication-head">
        {words.happened}
      </h2>
      <ol className="publication-steps">
        {steps.map(({ at, state, title, detail }, index) => {
          const look = index === last ? lookOf(publication) : 'done'
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added, and two may be at one moment
              key={index}
              data-look={look}
              aria-current={index === last && endedAt === null ? 'step' : undefined}
              data-state={state}
            >
              <Sign look={look} />
              <div>
                <b>{title}</b>
                {detail ? <span>{detail}</span> : null}
              </div>
              <time dateTime={at}>{stepTime(at, plannedAt, timeZone)}</time>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

type Look = 'done' | 'end' | 'bad' | 'person' | 'going'

function lookOf(publication: Publication): Look {
  switch (groupOf(publication)) {
    case 'published':
      return 'end'
    case 'over':
      return publication.state === 'failed' ? 'bad' : 'done'
    case 'person':
      return 'person'
    case 'upcoming':
      return publication.state === 'planned' ? 'done' : 'going'
  }
}

const SIGNS = { done: Check, end: Check, bad: X, going: Dot } as const

function Sign({ look }: { readonly look: Look }) {
  const Icon = look === 'person' ? null : SIGNS[look]
  return <i aria-hidden="true">{Icon ? <Icon /> : '?'}</i>
}
