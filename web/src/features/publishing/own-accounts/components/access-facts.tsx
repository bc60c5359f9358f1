/** The facts of a connected account: what was granted, its Page, and the posts of the day. */
import { formatDate, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import type { OwnAccount, OwnPermission } from '../queries.ts'
import { texts } from '../texts.ts'

const words = texts.own

/** 'By pro on Nov 20, 2026, good until Jan 19, 2027, renewed by itself from Dec 20, 2026'. */
export function noteOf({ connectedBy, connectedAt, expiresAt, renewsAt, state }: OwnAccount): string {
  const since = words.by(connectedBy, formatDate(connectedAt))
  if (state === 'ended') return since
  const end = expiresAt ? words.until(formatDate(expiresAt)) : words.noEnd
  return [since, end, ...(renewsAt ? [words.renews(formatDate(renewsAt))] : [])].join(', ')
}

const joinPermissions = (names: readonly OwnPermission[]): string =>
  names.map((name) => texts.permissions[name][0]).join(', ')

export function AccessFacts({ account }: { readonly account: OwnAccount }) {
  const now = useNow()
  const { permissions, missing, page, quota } = account
  return (
    <dl className="own-facts">
      <div>
        <dt>{words.facts.granted}</dt>
        <dd>{joinPermissions(permissions)}</dd>
      </div>
      {missing.length > 0 ? (
        <div className="is-missing">
          <dt>{words.facts.missing}</dt>
          <dd>{joinPermissions(missing)}</dd>
        </div>
      ) : null}
      {page ? (
        <div>
          <dt>{words.facts.page}</dt>
          <dd>{page}</dd>
        </div>
      ) : null}
      <div>
        <dt>{words.facts.quota}</dt>
        <dd>
          {quota ? words.quota(quota) : words.quotaUnread}{' '}
          {quota ? <small>{words.quotaRead(formatMoment(quota.readAt, now))}</small> : null}
        </dd>
      </div>
    </dl>
  )
}
