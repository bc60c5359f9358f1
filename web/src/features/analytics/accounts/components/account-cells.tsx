/** The parts of an account's row that the table and the compact list share. */
import type { ListedAccount } from '@tangelo/contract'
import type { ComponentProps, ReactNode } from 'react'
import { formatPercent, formatSigned, formatWhole, shorten, toneOf } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Figure } from '../../provenance/components/figure.tsx'
import { describeComparisons, engagementChangeText, followersChangeText } from '../rules/row.ts'
import { texts } from '../texts/list.ts'
import { ReadingLine } from './period-cells.tsx'

const TONES = { good: 'text-good', bad: 'text-bad', neutral: 'text-ink-3' }

interface WhoProps {
  readonly account: ListedAccount
  readonly company?: string | undefined
  /** No column says how old the figures are. */
  readonly hasAge?: boolean
}

export function Who({ account, company, hasAge = false }: WhoProps) {
  const now = useNow()
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar username={account.username} size={32} src={account.metrics.profilePicture} />
      <div className="min-w-0">
        <b className="block truncate font-strong">@{account.username}</b>
        <span className="block truncate text-caption text-ink-3">
          {hasAge && account.isStale ? (
            <ReadingLine account={account} now={now} />
          ) : (
            [account.category ?? texts.table.notCategorized, company].filter(Boolean).join(' · ')
          )}
        </span>
      </div>
    </div>
  )
}

interface CellProps {
  readonly account: ListedAccount
  readonly now: Date
  /** The figure opens where it comes from. Not in a row that is one link as a whole. */
  readonly traced?: boolean
}

interface TracedProps extends Omit<CellProps, 'now'> {
  names: ComponentProps<typeof Figure>['names']
  text: string
  title?: string
  children: ReactNode
}

/** Above the link that reaches over the whole row. Without any figures there is nothing to trace. */
function Traced({ account, traced, names, text, title, children }: TracedProps) {
  if (!traced || account.lastUpdated === null) return children
  return (
    <Figure accountId={account.id} names={names} text={text} title={title} className="z-1">
      {children}
    </Figure>
  )
}

/** Not coloured: more or fewer followers in a list is news, not a verdict. */
export function Followers({ account, now, traced = false }: CellProps) {
  const { followers, followerChange } = account.metrics
  const text = shorten(followers)
  const change = followersChangeText(followerChange, describeComparisons(account, now).counts, now)
  const exact = formatWhole(followers)
  return (
    <div className="text-right whitespace-nowrap desk:min-w-26">
      <Traced
        account={account}
        traced={traced}
        names={['followers', 'followersChange']}
        text={text}
        title={followerChange === null ? exact : texts.table.exactChange(exact, formatSigned(followerChange))}
      >
        <b className={`block ${tone(account)}`}>{text}</b>
        <span className="block text-caption text-ink-3">{change}</span>
      </Traced>
    </div>
  )
}

/** All posts of the account, and how many of them are of the period. */
export function Posts({ account, traced = false }: Omit<CellProps, 'now'>) {
  const { posts } = account.metrics
  const text = shorten(posts)
  const fresh = account.period?.posts ?? null
  return (
    <Traced account={account} traced={traced} names={['posts', 'postsChange']} text={text} title={formatWhole(posts)}>
      <span className={`block ${account.isStale ? 'text-ink-3' : ''}`}>{text}</span>
      {fresh === null ? null : (
        <span className="block text-caption whitespace-nowrap text-ink-3">{texts.table.newPosts(fresh)}</span>
      )}
    </Traced>
  )
}

/** Old figures are grey. */
const tone = ({ isStale }: ListedAccount): string => (isStale ? 'font-regular text-ink-3' : 'font-strong')

export function Engagement({ account, now, inline = false, traced = false }: CellProps & { inline?: boolean }) {
  const { engagementRate, engagementRateChange, countsBrokenAt } = account.metrics
  const text = formatPercent(engagementRate)
  const telling = describeComparisons(account, now).rate
  const verdict = telling.as === 'week' ? toneOf(engagementRateChange) : 'neutral'
  const change = (
    <span className={`text-caption ${inline ? 'truncate' : 'block'} ${TONES[verdict]}`}>
      {engagementChangeText(engagementRateChange, telling, countsBrokenAt !== null, now)}
    </span>
  )
  if (inline) {
    return (
      <div className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
        <span>
          {texts.table.columns.engagement} <b className="font-strong text-ink-2">{text}</b>
        </span>
        {change}
      </div>
    )
  }
  return (
    <div className="text-right whitespace-nowrap">
      <Traced account={account} traced={traced} names={['engagement', 'engagementChange']} text={text}>
        <b className={`block ${tone(account)}`}>{text}</b>
        {change}
      </Traced>
    </div>
  )
}
