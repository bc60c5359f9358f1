/** How programs read: the six addresses that tokens open, what to know about them, and a place to try each (spec §2). */
import { OutsideLink } from '#ui/outside-link.tsx'
import { Panel } from '#ui/panel.tsx'
import { texts } from '../texts.ts'
import { TryOut } from './try-out.tsx'

const said = texts.documentation

const FACTS = [
  [said.sendTitle, said.send, said.sendExample],
  [said.limitTitle, said.limit, said.limitExample],
  [said.failureTitle, said.failure, said.failureExample],
  [said.pagesTitle, said.pages, said.pagesExample],
  [said.knownTitle, said.known, said.knownExample],
  [said.clientTitle, said.client, said.clientExample],
] as const

export function ApiDocumentation() {
  return (
    <section aria-labelledby="api-documentation">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="api-documentation" className="text-section">
            {said.title}
          </h2>
          <p className="text-label text-ink-2">{said.subtitle}</p>
        </div>
        <p className="flex gap-4 text-label">
          {[
            ['/api/docs', said.all],
            ['/api/openapi.json', said.machine],
          ].map(([href, name]) => (
            <OutsideLink key={href} className="gap-1.5" href={href}>
              {name}
            </OutsideLink>
          ))}
        </p>
      </div>
      <Panel className="mt-3">
        <TryOut />
      </Panel>
      <Panel className="mt-4 overflow-hidden">
        <dl className="-mr-px -mb-px grid desk:grid-cols-2 wide:grid-cols-3">
          {FACTS.map(([title, text, example]) => (
            <div key={title} className="border-r border-b border-line px-4 py-4 desk:px-5">
              <dt className="text-panel">{title}</dt>
              <dd className="mt-1 text-label text-ink-2">{text}</dd>
              <dd className="mt-2 font-mono text-caption [overflow-wrap:anywhere] text-ink-3">{example}</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </section>
  )
}
