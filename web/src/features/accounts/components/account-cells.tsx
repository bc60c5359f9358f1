/** The parts of an account's row that the table and the compact list share. */
import type { Account } from '@tangelo/contract'
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

/** Not coloured: more or fewer followers in a list is news, not a verdict. */
export function Followers({ account }: { account: Account }) {
  const { followers, followerChange } = account.metrics
  return (
    <div className="text-right whitespace-nowrap desk:min-w-31">
      <b className="block font-[550]">{formatFigure(followers)}</b>
      <span className="block text-caption text-ink-3">{followersChangeText(followerChange)}</span>
    </div>
  )
}

export function Engagement({ account, inline = false }: { account: Account; inline?: boolean }) {
  const { engagementRate, engagementRateChange } = account.metrics
  const change = (
    <span className={`text-caption ${inline ? 'truncate' : 'block'} ${TONES[toneOf(engagementRateChange)]}`}>
      {engagementChangeText(engagementRateChange)}
    </span>
  )
  if (inline) {
    return (
      <div className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
        <span>
          {texts.table.columns.engagement} <b className="font-[550] text-ink-2">{formatPercent(engagementRate)}</b>
        </span>
        {change}
      </div>
    )
  }
  return (
    <div className="text-right whitespace-nowrap">
      <b className="block font-[550]">{formatPercent(engagementRate)}</b>
      {change}
    </div>
  )
}
