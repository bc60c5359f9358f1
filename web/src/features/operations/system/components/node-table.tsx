/** The processes of the installation: version, role, how busy they are and when they were last heard of. */
import { formatBytes, formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Panel } from '#ui/panel.tsx'
import type { SystemReport } from '../queries.ts'
import { texts } from '../texts.ts'

const { nodes: words } = texts
const ROW =
  'grid items-start gap-x-6 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 desk:grid-cols-[minmax(0,220px)_minmax(0,1fr)_112px_116px] desk:px-5'

type InstallationNode = SystemReport['nodes'][number]

export function NodeTable({ nodes }: { readonly nodes: SystemReport['nodes'] }) {
  const { columns } = words
  return (
    <section aria-labelledby="nodes-heading">
      <h2 id="nodes-heading" className="mt-8 mb-3 flex min-h-8 items-center text-section">
        {words.title}
      </h2>
      <Panel>
        <div className={`${ROW} text-caption font-medium text-ink-3 max-desk:hidden`} aria-hidden="true">
          {[columns.node, columns.load, columns.since, columns.heartbeat].map((column) => (
            <span key={column}>{column}</span>
          ))}
        </div>
        <ul aria-label={words.caption}>
          {nodes.map((node) => (
            <Row key={node.name} node={node} />
          ))}
        </ul>
      </Panel>
    </section>
  )
}

function Row({ node }: { readonly node: InstallationNode }) {
  const now = useNow()
  const { name, version, role, startedAt, isThis, isGone, silentSeconds } = node
  return (
    <li className={`${ROW} text-table`}>
      <span className="min-w-0">
        <span className="block break-words">{name}</span>
        <span className="block text-note text-ink-3">
          {[version ?? words.unknownVersion, role && words.roles[role], isThis && words.this]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      <span className="min-w-0 text-ink-2 max-desk:text-note">{loadOf(node)}</span>
      <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3">
        <span className="desk:hidden">{words.columns.since} </span>
        {startedAt === null ? '–' : <span title={formatExactMoment(startedAt)}>{formatMoment(startedAt, now)}</span>}
      </span>
      <span className="text-ink-2 max-desk:text-note max-desk:text-ink-3">
        {isGone ? (
          <Badge tone="bad">{words.gone(silentSeconds)}</Badge>
        ) : (
          <>
            <span className="desk:hidden">{words.columns.heartbeat} </span>
            {words.heard(silentSeconds)}
          </>
        )}
      </span>
    </li>
  )
}

function loadOf({ eventLoopMs, memoryBytes }: InstallationNode): string {
  if (eventLoopMs === null || memoryBytes === null) return words.noLoad
  return words.load(eventLoopMs, formatBytes(memoryBytes))
}
