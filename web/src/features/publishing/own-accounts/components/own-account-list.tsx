/** Every connected account, for administrators: its state, until when, and what is left of the day. Four states. */
import './own-accounts.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { formatDate } from '#lib/format.ts'
import { Panel } from '#ui/panel.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { type OwnAccount, ownAccountList } from '../queries.ts'
import { toneOf } from '../rules.ts'
import { texts } from '../texts.ts'

const words = texts.list
const SIGNS = { good: CircleCheck, warning: TriangleAlert, bad: CircleAlert } as const

export function OwnAccountList() {
  const query = useQuery(ownAccountList())
  return (
    <section aria-labelledby="own-accounts">
      <div className="mt-8 mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-3">
        <h2 id="own-accounts" className="text-section">
          {words.title}
        </h2>
        <span className="text-label text-ink-2">{words.hint}</span>
      </div>
      <Panel>
        <QueryView query={query} texts={words} skeleton={() => <div className="own-row" />}>
          {({ accounts, logins }) =>
            accounts.length === 0 ? (
              <p className="own-empty">{logins.length === 0 ? words.notOffered : words.empty}</p>
            ) : (
              <ul>
                {accounts.map((account) => (
                  <Row key={account.accountId} account={account} />
                ))}
              </ul>
            )
          }
        </QueryView>
      </Panel>
    </section>
  )
}

function Row({ account }: { readonly account: OwnAccount }) {
  const { accountId, username, login, state, expiresAt, problem, quota, missing } = account
  const tone = toneOf(account)
  const Sign = SIGNS[tone]
  const lacks = missing.map((name) => texts.permissions[name][0]).join(', ')
  return (
    <li className="own-row">
      <Sign data-tone={tone} aria-hidden="true" />
      <Link to="/account/$accountId" params={{ accountId: String(accountId) }} className="link">
        @{username}
      </Link>
      <span>
        {words.states[state]}
        <small>{problem ?? (lacks ? `${texts.own.facts.missing}: ${lacks}` : texts.own.with(login))}</small>
      </span>
      <span>{state === 'ended' ? '' : expiresAt ? words.until(formatDate(expiresAt)) : words.noEnd}</span>
      <span>
        {quota ? texts.own.quota(quota) : texts.own.quotaUnread}
        <small>{texts.own.facts.quota}</small>
      </span>
    </li>
  )
}
