/** What the server knows of the viewer, as pairs. Loading, failed, full; it is never empty. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDay } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { localOf } from '#lib/zones.ts'
import { FailedState } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { ownProfile, type Profile } from '../queries.ts'
import { texts } from '../texts.ts'

export function AboutYou() {
  const profile = useQuery(ownProfile())
  const late = useDelayed(profile.isPending)
  if (profile.isPending) return <Loading shown={late} />
  if (!profile.data) {
    return (
      <FailedState
        title={texts.failed}
        cause={profile.error?.message ?? ''}
        busy={profile.isFetching}
        onRetry={() => void profile.refetch()}
      />
    )
  }
  return <Pairs profile={profile.data} />
}

const LINES = ['username', 'role', 'company', 'timeZone', 'memberSince'] as const

function Loading({ shown }: { shown: boolean }) {
  return (
    <div aria-busy="true">
      <p className="sr-only" role="status">
        {shown ? texts.loading : ''}
      </p>
      <dl className="pairs">
        {LINES.map((line) => (
          <Pair key={line} term={texts[line]}>
            <span className="flex h-5 items-center">{shown ? <Skeleton className="h-3 w-32" /> : null}</span>
          </Pair>
        ))}
      </dl>
    </div>
  )
}

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
