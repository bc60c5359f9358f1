/** One alert: its sign, a sentence, its cause, since when, and the way to it. */
import type { AlertKind } from '@tangelo/contract/limits'
import { Link } from '@tanstack/react-router'
import {
  Archive,
  CheckCheck,
  Gauge,
  KeyRound,
  type LucideIcon,
  Plug,
  TrendingDown,
  TrendingUp,
  TriangleAlert,
  X,
  Zap,
} from 'lucide-react'
import { formatMoment } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { type Alert, usePutAway } from '../queries/alerts.ts'
import { texts } from '../texts/alerts.ts'

const SIGNS: Readonly<Record<AlertKind, readonly [LucideIcon, string]>> = {
  anomaly: [TrendingDown, 'text-bad'],
  threshold: [Gauge, 'text-blue'],
  unread: [Plug, 'text-amber'],
  approval: [CheckCheck, 'text-good'],
  failed: [TriangleAlert, 'text-bad'],
  credits: [Zap, 'text-amber'],
  token: [KeyRound, 'text-amber'],
  access: [KeyRound, 'text-amber'],
  backup: [Archive, 'text-amber'],
}

interface AlertRowProps {
  readonly alert: Alert
  readonly isNew: boolean
  readonly onClose: () => void
}

export function AlertRow({ alert, isNew, onClose }: AlertRowProps) {
  const { kind, sentence, cause, change, openedAt, closedAt } = alert
  const putAway = usePutAway()
  const [Sign, tone] = (change ?? -1) > 0 ? ([TrendingUp, 'text-good'] as const) : SIGNS[kind]
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 px-4 py-2 desk:px-5">
      <Sign className={`mt-0.5 ${closedAt === null ? tone : 'text-ink-3'}`} />
      <div className="min-w-0">
        <p className={`text-label break-words ${isNew ? 'font-strong' : ''}`}>
          {isNew ? <span className="sr-only">{texts.unread} </span> : null}
          {sentence}
        </p>
        {cause ? <p className="text-note break-words text-ink-2">{cause}</p> : null}
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-ink-3">
          <span>{closedAt === null ? formatMoment(openedAt) : texts.endedAt(formatMoment(closedAt))}</span>
          <Way alert={alert} onClose={onClose} />
          {closedAt === null ? (
            <button
              type="button"
              className="min-h-6 hover:text-ink"
              aria-label={texts.laterOf(sentence)}
              onClick={() => putAway.mutate({ alert, how: 'later' })}
            >
              {texts.later}
            </button>
          ) : null}
        </div>
      </div>
      <IconButton
        size="small"
        className="-my-1 -mr-2"
        label={texts.dismiss(sentence)}
        icon={<X />}
        onClick={() => putAway.mutate({ alert, how: 'dismiss' })}
      />
    </li>
  )
}

function Way({ alert: { kind, accountId, day, sentence, failed }, onClose }: Omit<AlertRowProps, 'isNew'>) {
  const isAdmin = useSession().user?.role === 'admin'
  const look = (label: string) => ({ className: 'link', 'aria-label': `${label}: ${sentence}`, onClick: onClose })
  const { ways } = texts
  if (accountId !== null) {
    const params = { accountId: String(accountId) }
    return day === null ? (
      <Link to="/account/$accountId" params={params} {...look(ways.account)}>
        {ways.account}
      </Link>
    ) : (
      <Link to="/account/$accountId/analysis" params={params} search={{ day }} {...look(ways.day)}>
        {ways.day}
      </Link>
    )
  }
  if (kind === 'credits')
    return (
      <Link to="/pricing" {...look(ways.credits)}>
        {ways.credits}
      </Link>
    )
  if (isAdmin && (kind === 'token' || kind === 'unread'))
    return (
      <Link to="/admin" search={{ tab: 'connections' }} {...look(ways.connections)}>
        {ways.connections}
      </Link>
    )
  if (isAdmin && kind === 'backup')
    return (
      <Link to="/admin" search={{ tab: 'system' }} {...look(ways.system)}>
        {ways.system}
      </Link>
    )
  if (kind === 'approval')
    return (
      <Link to="/planning" search={{ tab: 'approvals' }} {...look(ways.approvals)}>
        {ways.approvals}
      </Link>
    )
  if (failed === 'publication')
    return (
      <Link to="/planning" search={{ tab: 'publishing' }} {...look(ways.publications)}>
        {ways.publications}
      </Link>
    )
  if (failed === 'import')
    return (
      <Link to="/reel-imports" {...look(ways.imports)}>
        {ways.imports}
      </Link>
    )
  if (kind === 'failed')
    return (
      <Link to="/reel-maker" {...look(ways.reels)}>
        {ways.reels}
      </Link>
    )
  return (
    <Link to="/" {...look(ways.dashboard)}>
      {ways.dashboard}
    </Link>
  )
}
