/** One thing that waits: its sign, a sentence, its cause, the way there, and 'Later'. On a phone the whole row is the way. */
import type { AttentionKind } from '@tangelo/contract/limits'
import { Link } from '@tanstack/react-router'
import {
  ChevronRight,
  Clock,
  Hourglass,
  type LucideIcon,
  Plug,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
  Zap,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '#lib/session.ts'
import { type AttentionItem, usePutOff } from '../queries.ts'
import { texts } from '../texts.ts'

const SIGNS: Readonly<Record<AttentionKind, readonly [LucideIcon, string]>> = {
  publications: [TriangleAlert, 'text-bad'],
  moved: [TrendingDown, 'text-bad'],
  due: [Clock, 'text-amber'],
  approvals: [Hourglass, 'text-blue'],
  unread: [Plug, 'text-amber'],
  capacity: [Plug, 'text-amber'],
  'failed-reels': [TriangleAlert, 'text-bad'],
  'failed-imports': [TriangleAlert, 'text-bad'],
  'failed-work': [TriangleAlert, 'text-bad'],
  credits: [Zap, 'text-amber'],
}

interface AttentionCellProps {
  readonly item: AttentionItem
  readonly companyId: number | null
  readonly className: string
}

export function AttentionCell({ item, companyId, className }: AttentionCellProps) {
  const [Sign, tone] = (item.change ?? -1) > 0 ? ([TrendingUp, 'text-good'] as const) : SIGNS[item.kind]
  return (
    <li
      className={`relative grid min-w-0 grid-cols-[auto_minmax(0,1fr)] content-start gap-x-2.5 px-4 py-3 max-desk:pr-24 desk:grid-rows-[auto_auto_1fr] desk:px-5 desk:py-4 ${className}`}
    >
      <Sign className={`mt-0.5 ${tone}`} />
      <b className="text-panel text-pretty">{item.sentence}</b>
      {item.cause ? (
        <p className="col-start-2 mt-0.5 line-clamp-2 text-note break-words text-ink-3">{item.cause}</p>
      ) : null}
      <div className="col-start-2 flex items-end gap-4 text-label desk:mt-2">
        <Way item={item} />
        <Later item={item} companyId={companyId} />
      </div>
    </li>
  )
}

function Way({ item }: { item: AttentionItem }) {
  const role = useSession().user?.role
  const { kind, accountId, day } = item
  const label = kind === 'unread' && role !== 'admin' ? texts.openAccount : texts.actions[kind]
  const look = 'link max-desk:absolute max-desk:inset-0'
  const words: ReactNode = (
    <>
      <span className="max-desk:sr-only">{label}</span>
      <ChevronRight className="absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3 desk:hidden" />
    </>
  )
  const named = { className: look, 'aria-label': `${label}: ${item.sentence}` }
  if (accountId !== null && (kind === 'moved' || role !== 'admin')) {
    const params = { accountId: String(accountId) }
    return kind === 'moved' ? (
      <Link to="/account/$accountId/analysis" params={params} search={day ? { day } : {}} {...named}>
        {words}
      </Link>
    ) : (
      <Link to="/account/$accountId" params={params} {...named}>
        {words}
      </Link>
    )
  }
  if (kind === 'due' || kind === 'approvals' || kind === 'publications')
    return (
      <Link
        to="/planning"
        search={{ tab: kind === 'due' ? 'calendar' : kind === 'approvals' ? kind : 'publishing' }}
        {...named}
      >
        {words}
      </Link>
    )
  if (kind === 'failed-reels')
    return (
      <Link to="/reel-maker" {...named}>
        {words}
      </Link>
    )
  if (kind === 'failed-imports')
    return (
      <Link to="/reel-imports" {...named}>
        {words}
      </Link>
    )
  if (kind === 'credits')
    return (
      <Link to="/pricing" {...named}>
        {words}
      </Link>
    )
  if (role !== 'admin') return null
  return (
    <Link
      to="/admin"
      search={kind === 'unread' || kind === 'capacity' ? { tab: 'connections' } : { tab: 'system', part: 'queue' }}
      {...named}
    >
      {words}
    </Link>
  )
}

function Later({ item, companyId }: { item: AttentionItem; companyId: number | null }) {
  const putOff = usePutOff(companyId)
  return (
    <button
      type="button"
      className="text-label text-ink-3 hover:text-ink max-desk:absolute max-desk:top-1/2 max-desk:right-9 max-desk:z-1 max-desk:h-11 max-desk:-translate-y-1/2 max-desk:px-2"
      aria-label={texts.laterOf(item.sentence)}
      onClick={() => putOff.mutate(item)}
    >
      {texts.later}
    </button>
  )
}
