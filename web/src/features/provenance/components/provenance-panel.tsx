/** Where one figure comes from: value, source, moment, formula, the posts behind it, and the answer itself. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { formatExactMoment } from '#lib/format.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Provenance, provenanceOf } from '../queries.ts'
import { explain, type FigureName, figureAt } from '../rules.ts'
import { texts } from '../texts.ts'
import { PostsBehind } from './posts-behind.tsx'
import { SourceAnswer } from './source-answer.tsx'

interface ProvenancePanelProps {
  readonly accountId: number
  readonly name: FigureName
  readonly text: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ProvenancePanel({ accountId, name, text, anchor, onClose }: ProvenancePanelProps) {
  const { data, error, isFetching, refetch } = useQuery(provenanceOf(accountId))
  return (
    <Popover title={texts.title(texts.names[name], text)} anchor={anchor} align="center" width={440} onClose={onClose}>
      <div className="px-4 pb-4 desk:px-5">
        {data ? <Explained accountId={accountId} name={name} provenance={data} /> : null}
        {!data && !error ? <Loading /> : null}
      </div>
      {!data && error ? (
        <FailedState title={texts.failed} cause={error.message} busy={isFetching} onRetry={() => void refetch()} />
      ) : null}
    </Popover>
  )
}

/** As high as an explanation usually is, so that little moves when it comes. */
function Loading() {
  return (
    <div className="grid gap-3" aria-busy="true" data-skeleton="">
      <p className="sr-only" role="status">
        {texts.loading}
      </p>
      <Skeleton className="h-9 w-full" />
      {['w-48', 'w-56', 'w-40'].map((width) => (
        <Skeleton key={width} className={`my-1 h-3 ${width}`} />
      ))}
    </div>
  )
}

interface ExplainedProps {
  accountId: number
  name: FigureName
  provenance: Provenance
}

function Explained({ accountId, name, provenance }: ExplainedProps) {
  const { latest, base, posts } = provenance
  const { value, formula, words, compares, usesPosts } = explain(name, provenance)
  return (
    <>
      {formula ? <p className="formula">{formula}</p> : null}
      <p className={`text-note text-ink-2 ${formula ? 'mt-2' : ''}`}>{words}</p>
      {latest ? (
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-note">
          <Pair term={texts.value}>{value}</Pair>
          {compares && base ? (
            <>
              <Pair term={texts.now}>{figureAt(name, latest)}</Pair>
              <Pair term={texts.before}>
                {figureAt(name, base)}
                <span className="block font-regular text-ink-3">
                  {texts.on(formatExactMoment(base.capturedAt), texts.sources[base.source])}
                </span>
              </Pair>
            </>
          ) : null}
          <Pair term={texts.source}>{texts.sources[latest.source]}</Pair>
          <Pair term={texts.captured}>{formatExactMoment(latest.capturedAt)}</Pair>
          {formatExactMoment(latest.recordedAt) === formatExactMoment(latest.capturedAt) ? null : (
            <Pair term={texts.stored}>{formatExactMoment(latest.recordedAt)}</Pair>
          )}
          {latest.rawHash ? (
            <Pair term={texts.fingerprint}>
              <span className="font-mono text-caption font-regular" title={latest.rawHash}>
                {latest.rawHash.slice(0, 12)}…
              </span>
            </Pair>
          ) : null}
        </dl>
      ) : null}
      {usesPosts && posts.length > 0 ? <PostsBehind posts={posts} /> : null}
      {latest ? <SourceAnswer accountId={accountId} rawHash={latest.rawHash} isKept={latest.hasRaw} /> : null}
    </>
  )
}

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{term}</dt>
      <dd className="min-w-0 text-right font-medium break-words">{children}</dd>
    </>
  )
}
