/** What opens one account, on its page: nothing yet, connected, ending, ended; how the last sign-in went; and what can be done. */
import './own-accounts.css'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { showFailure } from '#ui/toast.tsx'
import { type OwnAccount, type OwnAccounts, ownAccount, useCheckAccess } from '../queries.ts'
import { toneOf } from '../rules.ts'
import { texts } from '../texts.ts'
import { AccessFacts, noteOf } from './access-facts.tsx'
import { ConnectDialog } from './connect-dialog.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'

/** What the server adds to the address of the account for a browser that comes back. */
const COMING_BACK = '#own-account'
const SIGNS = { good: CircleCheck, warning: TriangleAlert, bad: CircleAlert } as const

interface OwnAccountPanelProps {
  readonly accountId: number
  readonly username: string
}

export function OwnAccountPanel({ accountId, username }: OwnAccountPanelProps) {
  const query = useQuery(ownAccount(accountId))
  const heading = useRef<HTMLHeadingElement>(null)
  const isThere = query.data !== undefined
  useEffect(() => {
    if (!isThere || window.location.hash !== COMING_BACK) return
    // Once: a reload stays where the reader is.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    heading.current?.scrollIntoView({ block: 'center' })
    heading.current?.focus({ preventScroll: true })
  }, [isThere])
  // Where nothing is set up there is nothing to say here: administrators read it under Connections.
  if (query.isPending || (query.data && query.data.logins.length === 0 && query.data.accounts.length === 0)) return null
  return (
    <section aria-labelledby="own-account">
      <h2 ref={heading} id="own-account" tabIndex={-1} className="mt-8 mb-3 flex min-h-8 items-center text-section">
        {texts.title}
      </h2>
      <Panel>
        {query.data ? (
          <Access accountId={accountId} username={username} own={query.data} />
        ) : (
          <QueryFailed title={texts.failed} query={query} />
        )}
      </Panel>
    </section>
  )
}

function Access({ accountId, username, own }: OwnAccountPanelProps & { readonly own: OwnAccounts }) {
  const [isConnecting, setConnecting] = useState(false)
  /** As it was when it was asked about: the dialog goes on after it is gone. */
  const [leaving, setLeaving] = useState<OwnAccount | null>(null)
  const [account] = own.accounts
  const problem = own.lastSignIn?.problem ?? null
  return (
    <div className="own-account">
      {problem ? <Problem tone="bad" text={problem} /> : null}
      {account ? (
        <Connected
          account={account}
          isOffered={own.logins.length > 0}
          onConnect={() => setConnecting(true)}
          onDisconnect={() => setLeaving(account)}
        />
      ) : (
        <div className="own-head">
          <CircleDashed data-tone="off" aria-hidden="true" />
          <h3>{texts.none.title(username)}</h3>
          <p className="own-note">{texts.none.note}</p>
          <div className="own-actions">
            <Button variant="primary" onClick={() => setConnecting(true)}>
              {texts.none.button}
            </Button>
          </div>
        </div>
      )}
      {isConnecting ? (
        <ConnectDialog
          accountId={accountId}
          username={username}
          logins={own.logins}
          chosen={account?.login}
          onClose={() => setConnecting(false)}
        />
      ) : null}
      {leaving ? <DisconnectDialog account={leaving} onClose={() => setLeaving(null)} /> : null}
    </div>
  )
}

interface ConnectedProps {
  readonly account: OwnAccount
  readonly isOffered: boolean
  readonly onConnect: () => void
  readonly onDisconnect: () => void
}

function Connected({ account, isOffered, onConnect, onDisconnect }: ConnectedProps) {
  const check = useCheckAccess()
  const tone = toneOf(account)
  const Sign = SIGNS[tone]
  const isEnded = account.state === 'ended'
  const problem =
    account.problem ?? (isEnded || account.mayPublish || account.missing.length > 0 ? null : texts.own.roleTooSmall)
  const start = (): void =>
    check.mutate(account.accountId, {
      onError: (error) => showFailure(texts.own.checkFailed, readServerMessage(error)),
    })
  return (
    <>
      <div className="own-head">
        <Sign data-tone={tone} aria-hidden="true" />
        <h3>{isEnded ? texts.own.ended : texts.own.with(account.login)}</h3>
        <p className="own-note">{noteOf(account)}</p>
        <div className="own-actions">
          {isEnded ? null : (
            <Button size="small" busy={check.isPending} busyLabel={texts.own.checking} onClick={start}>
              {texts.own.check}
            </Button>
          )}
          {isOffered ? (
            <Button size="small" variant={tone === 'good' ? 'default' : 'primary'} onClick={onConnect}>
              {texts.own.again}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" onClick={onDisconnect}>
            {texts.own.disconnect}
          </Button>
        </div>
      </div>
      {problem ? <Problem tone={isEnded ? 'bad' : 'warning'} text={problem} /> : null}
      {isEnded ? null : <AccessFacts account={account} />}
    </>
  )
}

const Problem = ({ tone, text }: { readonly tone: 'bad' | 'warning'; readonly text: string }) => (
  <p className="own-problem" data-tone={tone} role="status">
    {tone === 'bad' ? <CircleAlert aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    {text}
  </p>
)
