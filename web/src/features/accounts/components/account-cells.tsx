/** The parts of an account's row that the table and the compact list share. */
import type { Account } from '@tangelo/contract'
import type { ComponentProps, ReactNode } from 'react'
import { Figure } from '#features/provenance/index.ts'
import { formatFigure, formatPercent, toneOf } from '#lib/format.ts'
import { Avatar } from '#ui/avatar.tsx'
import { engagementChangeText, followersChangeText } from '../rules.ts'
import { texts } from '../texts.ts'

const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

export function Who({ account }: { account: Account }) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar username={account.username} size={32} src={account.metrics.profilePicture} />
      <div className="min-w-0">
        <b className="block truncate font-[550]">@{account.username}</b>
        <span className="block truncate text-caption text-ink-3">{account.category ?? texts.table.notCategorized}</span>
      </div>
    </div>
  )
}

interface CellProps {
  readonly account: Account
  /** The figure opens where it comes from. Not in a row that is one link as a whole. */
  readonly traced?: boolean
}

interface TracedProps extends CellProps {
  names: ComponentProps<typeof Figure>['names']
  text: string
  children: ReactNode
}

/** Above the link that reaches over the whole row. Without any figures there is nothing to trace. */
function Traced({ account, traced, names, text, children }: TracedProps) {
  if (!traced || account.lastUpdated === null) return children
  return (
    <Figure accountId={account.id} names={names} text={text} className="z-1">
      {children}
    </Figure>
  )
}

/** Not coloured: more or fewer followers in a list is news, not a verdict. */
export function Followers({ account, traced = false }: CellProps) {
  const { followers, followerChange } = account.metrics
  const text = formatFigure(followers)
  return (
    <div className="text-right whitespace-nowrap desk:min-w-31">
      <Traced account={account} traced={traced} names={['followers', 'followersChange']} text={text}>
        <b className="block font-[550]">{text}</b>
        <span className="block text-caption text-ink-3">{followersChangeText(followerChange)}</span>
      </Traced>
    </div>
  )
}

export function Engagement({ account, inline = false, traced = false }: CellProps & { inline?: boolean }) {
  const { engagementRate, engagementRateChange } = account.metrics
  const text = formatPercent(engagementRate)
  const change = (
    <span className={`text-caption ${inline ? 'truncate' : 'block'} ${TONES[toneOf(engagementRateChange)]}`}>
      {engagementChangeText(engagementRateChange)}
    </span>
  )
  if (inline) {
    return (
      <div className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
        <span>
          {texts.table.columns.engagement} <b className="font-[550] text-ink-2">{text}</b>
        </span>
        {change}
      </div>
    )
  }
  return (
    <div className="text-right whitespace-nowrap">
      <Traced account={account} traced={traced} names={['engagement', 'engagementChange']} text={text}>
        <b className="block font-[550]">{text}</b>
        {change}
      </Traced>
    </div>
  )
}
