/** What the server knows of the viewer, as pairs. Loading, failed, full; it is never empty. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { localOf } from '#lib/zones.ts'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ownProfile, type Profile } from '../queries.ts'
import { texts } from '../texts.ts'

export function AboutYou() {
  const profile = useQuery(ownProfile())
  return (
    <QueryView query={profile} texts={texts} skeleton={renderSkeleton}>
      {(known) => <Pairs profile={known} />}
    </QueryView>
  )
}

const LINES = ['username', 'role', 'company', 'timeZone', 'memberSince'] as const

const renderSkeleton = (isLate: boolean) => (
  <dl className="pairs">
    {LINES.map((line) => (
      <Pair key={line} term={texts[line]}>
        <span className="flex h-5 items-center">{isLate ? <Skeleton className="h-3 w-32" /> : null}</span>
      </Pair>
    ))}
  </dl>
)

function Pairs({ profile }: { profile: Profile }) {
  const now = useNow()
  const { username, role, companyName, timeZone, memberSince } = profile
  return (
    <dl className="pairs">
      <Pair term={texts.username}>{username}</Pair>
      <Pair term={texts.role}>{texts.roles[role]}</Pair>
      <Pair term={texts.company}>{companyName ?? texts.noCompany}</Pair>
      <Pair term={texts.timeZone}>
        {timeZone === null ? texts.noCompany : timeZone}
        {timeZone === null ? null : (
          <span className="ml-2 text-note text-ink-3">{texts.clock(localOf(now.toISOString(), timeZone).time)}</span>
        )}
      </Pair>
      <Pair term={texts.memberSince}>
        {memberSince === null ? texts.unknown : formatDay(localOf(memberSince, timeZone ?? 'UTC').day, true)}
      </Pair>
    </dl>
  )
}

function Pair({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  )
}
