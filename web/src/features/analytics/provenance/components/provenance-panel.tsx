/** Where one figure comes from, in order of need: source and moment, formula and value, posts, then technical details. */
import './provenance.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, RefObject } from 'react'
import { formatExactMoment } from '#lib/format.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Popover } from '#ui/popover.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type Provenance, provenanceOf } from '../queries.ts'
import { explain, figureAt, isStoredLater } from '../rules.ts'
import { type FigureName, texts } from '../texts.ts'
import { PostsBehind } from './posts-behind.tsx'
import { SourceAnswer } from './source-answer.tsx'

interface ProvenancePanelProps {
  readonly accountId: number
  readonly names: readonly [FigureName, ...FigureName[]]
  readonly text: string
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

export function ProvenancePanel({ accountId, names, text, anchor, onClose }: ProvenancePanelProps) {
  const { data, error, isFetching, refetch } = useQuery(provenanceOf(accountId))
  return (
    <Popover
      title={texts.title(texts.names[names[0]], text)}
      anchor={anchor}
      align="center"
      width={440}
      onClose={onClose}
    >
      <div className="px-4 pb-4 desk:px-5">
        {data ? <Explained accountId={accountId} names={names} provenance={data} /> : null}
        {!data && !error ? <Loading /> : null}
      </div>
      {!data && error ? <QueryFailed title={texts.failed} query={{ error, isFetching, refetch }} /> : null}
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

const PAIRS = 'mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-note'

interface ExplainedProps {
  accountId: number
  names: readonly FigureName[]
  provenance: Provenance
}

function Explained({ accountId, names, provenance }: ExplainedProps) {
  const { latest, posts } = provenance
  const usesPosts = names.some((name) => explain(name, provenance).usesPosts)
  return (
    <>
      {latest ? (
        <dl className={`${PAIRS} mb-3`}>
          <Pair term={texts.source}>{texts.sources[latest.source]}</Pair>
          <Pair term={texts.captured}>{formatExactMoment(latest.capturedAt)}</Pair>
        </dl>
      ) : null}
      {names.map((name) => (
        <OneFigure key={name} name={name} provenance={provenance} hasTitle={name !== names[0]} />
      ))}
      {usesPosts && posts.length > 0 ? <PostsBehind posts={posts} /> : null}
      {latest ? <TechnicalDetails latest={latest} /> : null}
      {latest ? <SourceAnswer accountId={accountId} rawHash={latest.rawHash} isKept={latest.hasRaw} /> : null}
    </>
  )
}

/** What only a check needs stays folded. */
function TechnicalDetails({ latest }: { readonly latest: NonNullable<Provenance['latest']> }) {
  const stored = isStoredLater(latest) ? formatExactMoment(latest.recordedAt) : null
  if (stored === null && latest.rawHash === null) return null
  return (
    <details className="mt-3 border-t border-line pt-3 text-note">
      <summary className="text-ink-2">{texts.technical}</summary>
      <dl className={PAIRS}>
        {stored === null ? null : <Pair term={texts.stored}>{stored}</Pair>}
        {latest.rawHash ? (
          <Pair term={texts.fingerprint}>
            <span className="font-mono text-caption font-regular" title={latest.rawHash}>
              {latest.rawHash.slice(0, 12)}…
            </span>
          </Pair>
        ) : null}
      </dl>
    </details>
  )
}

interface OneFigureProps {
  name: FigureName
  provenance: Provenance
  hasTitle: boolean
}

function OneFigure({ name, provenance, hasTitle }: OneFigureProps) {
  const { latest, base } = provenance
  const { value, formula, words, compares } = explain(name, provenance)
  return (
    <div className={hasTitle ? 'mt-3 border-t border-line pt-3' : ''}>
      {hasTitle ? <h3 className="mb-1.5 text-label font-strong">{texts.names[name]}</h3> : null}
      {formula ? <p className="formula mb-2">{formula}</p> : null}
      <p className="text-note text-ink-2">{words}</p>
      {latest ? (
        <dl className={PAIRS}>
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
        </dl>
      ) : null}
    </div>
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
