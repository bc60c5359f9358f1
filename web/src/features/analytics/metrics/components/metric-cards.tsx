/** The four figures of an account in one strip: the figure, which way it goes, and by how much. */
import type { Account, MetricHistoryEntry } from '@tangelo/contract'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ComponentProps, useMemo } from 'react'
import { describeComparison, isOutdated } from '#lib/comparison.ts'
import { formatPercent, formatRaw, formatSigned, formatWhole, shorten } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import { Figure } from '../../provenance/components/figure.tsx'
import { type CardChange, engagementChange, followersChange, plainChange } from '../rules/card-changes.ts'
import { pickSeries, thinOut } from '../rules/ranges.ts'
import { texts } from '../texts/history.ts'

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
  /** The change in full, where its text shortens it. */
  readonly exactChange?: string | undefined
  /** The figures are older than a week. */
  readonly outdated: boolean
  readonly line?: readonly number[]
}

const FORMATS = { number: shorten, percent: formatPercent, raw: formatRaw }
const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

function MetricCard(props: MetricCardProps) {
  const { accountId, names, title, value, kind = 'number', change, exactChange, outdated, line } = props
  const text = FORMATS[kind](value)
  const exact = kind === 'number' && value !== null ? formatWhole(value) : text
  return (
    <div className="min-w-0 border-line px-4 py-3.5 max-desk:even:border-l max-desk:nth-[n+3]:border-t desk:px-6 desk:pt-4 desk:pb-4.5 desk:not-first:border-l">
      <dt className="text-label font-medium text-ink-2">{title}</dt>
      <dd className="mt-1 flex items-end justify-between gap-3">
        <b className={`text-metric ${outdated ? 'text-ink-3' : ''}`}>
          <Figure accountId={accountId} names={[names[0]]} text={text} title={exact === text ? undefined : exact} />
        </b>
        {line ? (
          <Sparkline
            values={line}
            width={64}
            height={28}
            quiet={outdated || (line.at(-1) ?? 0) < (line[0] ?? 0)}
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
            title={exactChange}
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
  readonly account: Account
  /** Of the 30 days up to the latest figures; the small lines come from it. */
  readonly history: readonly MetricHistoryEntry[]
}

const formatExactChange = (change: number | null): string | undefined =>
  change !== null && Math.abs(change) >= 1_000 ? formatSigned(change) : undefined

export function MetricCards({ account: { id, lastUpdated, metrics }, history }: MetricCardsProps) {
  const now = useNow()
  const lines = useMemo(() => {
    const line = (key: Parameters<typeof pickSeries>[1]) => thinOut(pickSeries(history, key), LINE_POINTS)
    return { following: line('following'), posts: line('posts'), engagement: line('engagementRate') }
  }, [history])
  const { comparedWith, countsBrokenAt, engagementBrokenAt } = metrics
  const counts = describeComparison({ lastUpdated, comparedWith, brokenAt: countsBrokenAt }, now)
  const rate = describeComparison({ lastUpdated, comparedWith, brokenAt: engagementBrokenAt }, now)
  const shared = { accountId: id, outdated: isOutdated(lastUpdated, now) }
  return (
    <dl className="grid grid-cols-2 border-t border-line desk:grid-cols-4">
      <MetricCard
        {...shared}
        names={['followers', 'followersChange']}
        title={texts.cards.followers}
        value={metrics.followers}
        change={followersChange(metrics.followerChange, counts, now)}
        exactChange={formatExactChange(metrics.followerChange)}
        line={metrics.followersTrend}
      />
      <MetricCard
        {...shared}
        names={['following', 'followingChange']}
        title={texts.cards.following}
        value={metrics.following}
        change={plainChange(metrics.followingChange, false, counts, now)}
        exactChange={formatExactChange(metrics.followingChange)}
        line={lines.following}
      />
      <MetricCard
        {...shared}
        names={['posts', 'postsChange']}
        title={texts.cards.posts}
        value={metrics.posts}
        change={plainChange(metrics.postsChange, true, counts, now)}
        exactChange={formatExactChange(metrics.postsChange)}
        line={lines.posts}
      />
      <MetricCard
        {...shared}
        names={['engagement', 'engagementChange']}
        title={texts.cards.engagement}
        value={metrics.engagementRate}
        kind="percent"
        change={engagementChange(metrics.engagementRateChange, rate, countsBrokenAt !== null, now)}
        line={lines.engagement}
      />
    </dl>
  )
}
