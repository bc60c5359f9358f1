/** The drills of the last year, one that is running, and the button that runs one. Four faces. */
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListPanel } from '#ui/list-panel.tsx'
import { Progress } from '#ui/progress.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type Drills, drillList, useRunDrill } from '../queries.ts'
import { texts } from '../texts.ts'

type Drill = Drills['drills'][number]

const TONES = { running: 'slate', passed: 'good', failed: 'bad' } as const

export function DrillList() {
  const list = useQuery(drillList())
  return (
    <section aria-labelledby="drills-heading" className="mt-8">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="drills-heading" className="flex-1 text-section">
          {texts.title}
        </h2>
        {list.data ? <Run drills={list.data} /> : null}
      </div>
      <p className="mt-1 mb-3 max-w-[60ch] text-label text-ink-2">{texts.note}</p>
      {list.data?.progress == null ? null : (
        <div className="mb-3">
          <Progress value={list.data.progress} label={texts.progress} />
        </div>
      )}
      <ListPanel query={list} texts={texts} isEmpty={({ drills }) => drills.length === 0}>
        {({ drills }) => (
          <ul aria-label={texts.caption}>
            {drills.map((drill) => (
              <Row key={drill.id} drill={drill} />
            ))}
          </ul>
        )}
      </ListPanel>
    </section>
  )
}

function Run({ drills: { drills, hasBackup } }: { drills: Drills }) {
  const run = useRunDrill()
  return (
    <Button
      size="small"
      icon={<RotateCcw />}
      disabled={!hasBackup}
      title={hasBackup ? undefined : texts.noBackup}
      busy={run.isPending || drills[0]?.state === 'running'}
      busyLabel={texts.running}
      onClick={() =>
        run.mutate(undefined, {
          onError: (error) => showFailure(texts.runFailed, error.message),
        })
      }
    >
      {texts.run}
    </Button>
  )
}

function Row({ drill }: { drill: Drill }) {
  const now = useNow()
  const { file, state, begunAt, endedAt, message, looked } = drill
  const seconds = endedAt === null ? null : (Date.parse(endedAt) - Date.parse(begunAt)) / 1000
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 border-b border-line px-4 py-3 text-table last:border-b-0 desk:px-5">
      <code className="min-w-0 font-mono break-all">{file}</code>
      <span className="text-right">
        <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
      </span>
      <span className="min-w-0 text-note text-ink-2">
        {message ?? (looked ? texts.looked(looked) : texts.file(drill))}
      </span>
      <span className="text-right text-note text-ink-3 tabular-nums" title={formatExactMoment(begunAt)}>
        {formatMoment(begunAt, now)}
        {seconds === null ? '' : texts.took(seconds)}
      </span>
    </li>
  )
}
