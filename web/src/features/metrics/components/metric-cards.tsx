/** The four figures of an account in one strip: the figure, which way it goes, and by how much. */
import type { AccountMetrics, MetricHistoryEntry } from '@tangelo/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { Figure } from '#features/provenance/index.ts'
import { formatFigure, formatPercent, formatWhole, raw } from '#lib/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { type CardChange, engagementChange, followersChange, plainChange, series, thinned } from '../rules.ts'
import { texts } from '../texts.ts'

const LINE_POINTS = 14

type FigureName = ComponentProps<typeof Figure>['names'][0]

interface MetricCardProps {
  readonly accountId: number
  /** The figure, and its change, as their provenance knows them. */
  readonly names: readonly [FigureName, FigureName]
  readonly title: string
  readonly value: number | null
  /** spec §2: a number, a percentage with one decimal, or raw. */
  readonly kind?: 'number' | 'percent' | 'raw'
  readonly change?: CardChange
  readonly line?: readonly number[]
}

const FORMATS = { number: formatFigure, percent: formatPercent, raw }
const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

function MetricCard({ accountId, names, title, value, kind = 'number', change, line }: MetricCardProps) {
  const text = FORMATS[kind](value)
  const exact = kind === 'number' && value !== null ? formatWhole(value) : text
  return (
    <div className="min-w-0 border-line px-4 py-3.5 max-desk:even:border-l max-desk:nth-[n+3]:border-t desk:px-6 desk:pt-4 desk:pb-4.5 desk:not-first:border-l">
      <dt className="text-label font-medium text-ink-2">{title}</dt>
      <dd className="mt-1 flex items-end justify-between gap-3">
        <b className="text-metric proportional-nums">
          <Figure accountId={accountId} names={[names[0]]} text={text} title={exact === text ? undefined : exact} />
        </b>
        {line ? (
          <Sparkline
            values={line}
            width={64}
            height={28}
            quiet={(line.at(-1) ?? 0) < (line[0] ?? 0)}
            className="hidden min-w-0 shrink wide:block"
          />
        ) : null}
      </dd>
      {change ? (
        <dd className={`-mb-1 flex items-center gap-1 text-note ${TONES[change.tone]}`}>
          <Arrow tone={change.tone} />
          <Figure
            accountId={accountId}
            names={[names[1]]}
            text={change.text}
            className={`inline-flex min-h-6 items-center ${TONES[change.tone]}`}
          />
        </dd>
      ) : null}
    </div>
  )
}

function Arrow({ tone }: { tone: CardChange['tone'] }) {
  if (tone === 'neutral') return null
  const Icon = tone === 'good' ? ArrowUp : ArrowDown
  return (
    <Icon className="size-3 stroke-3" role="img" aria-label={tone === 'good' ? texts.cards.up : texts.cards.down} />
  )
}

interface MetricCardsProps {
  readonly accountId: number
  readonly metrics: AccountMetrics
  /** Of the last 30 days; the small lines come from it. */
  readonly history: readonly MetricHistoryEntry[]
}

export function MetricCards({ accountId, metrics, history }: MetricCardsProps) {
  const lines = useMemo(() => {
    const line = (key: Parameters<typeof series>[1]) => thinned(series(history, key), LINE_POINTS)
    return { following: line('following'), posts: line('posts'), engagement: line('engagementRate') }
  }, [history])
  return (
    <dl className="grid grid-cols-2 border-t border-line desk:grid-cols-4">
      <MetricCard
        accountId={accountId}
        names={['followers', 'followersChange']}
        title={texts.cards.followers}
        value={metrics.followers}
        change={followersChange(metrics.followerChange)}
        line={metrics.followersTrend}
      />
      <MetricCard
        accountId={accountId}
        names={['following', 'followingChange']}
        title={texts.cards.following}
        value={metrics.following}
        change={plainChange(metrics.followingChange, false)}
        line={lines.following}
      />
      <MetricCard
        accountId={accountId}
        names={['posts', 'postsChange']}
        title={texts.cards.posts}
        value={metrics.posts}
        change={plainChange(metrics.postsChange, true)}
        line={lines.posts}
      />
      <MetricCard
        accountId={accountId}
        names={['engagement', 'engagementChange']}
        title={texts.cards.engagement}
        value={metrics.engagementRate}
        kind="percent"
        change={engagementChange(metrics.engagementRateChange)}
        line={lines.engagement}
      />
    </dl>
  )
}
