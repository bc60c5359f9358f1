/** Where the viewer is signed in. Loading, failed, alone, full. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatExactMoment, formatMoment } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ConfirmIdentity } from '../../re-authentication/components/confirm-identity.tsx'
import { ownSessions, type Session, useEndOtherSessions, useEndOwnSession } from '../queries.ts'
import { texts } from '../texts.ts'

const ROW = 'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0'

export function OwnSessions() {
  const list = useQuery(ownSessions())
  return (
    <QueryView query={list} texts={texts} skeleton={renderSkeleton}>
      {(sessions) => <Sessions sessions={sessions} />}
    </QueryView>
  )
}

const renderSkeleton = (isLate: boolean) =>
  ['w-40', 'w-52'].map((width) => (
    <div key={width} className={ROW} data-skeleton="">
      {isLate ? <Skeleton className={`h-3 ${width}`} /> : null}
    </div>
  ))

function Sessions({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | 'others' | null>(null)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const inOrder = [...sessions.filter(({ isCurrent }) => isCurrent), ...others]
  const close = (): void => setEnding(null)
  return (
    <>
      <ul aria-label={texts.own.list} className="-mt-2.5">
        {inOrder.map((session) => (
          <Row key={session.id} session={session} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {others.length === 0 ? (
        <p className="mt-3 text-note text-ink-3">{texts.own.onlyThis}</p>
      ) : (
        <Button className="mt-3" onClick={() => setEnding('others')}>
          {texts.own.endOthers}
        </Button>
      )}
      {ending === 'others' ? <EndOthers onClose={close} /> : null}
      {ending !== null && ending !== 'others' ? <EndOne session={ending} onClose={close} /> : null}
    </>
  )
}

function Row({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const now = useNow()
  const browser = session.browser ?? texts.unknownBrowser
  const seen = session.isCurrent ? texts.seenNow : texts.seen(formatMoment(session.lastSeenAt, now))
  return (
    <li className={ROW}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-label">
          <b className="min-w-0 font-strong break-words">{browser}</b>
          {session.isCurrent ? <Badge tone="good">{texts.thisOne}</Badge> : null}
        </p>
        <p className="mt-0.5 text-note break-words text-ink-3" title={formatExactMoment(session.beganAt)}>
          {session.address ?? texts.unknownAddress}, {seen}, {texts.began(formatMoment(session.beganAt, now))}
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button size="small" aria-label={texts.own.endOf(browser)} onClick={onEnd}>
          {texts.own.end}
        </Button>
      )}
    </li>
  )
}

function EndOne({ session, onClose }: { session: Session; onClose: () => void }) {
  const end = useEndOwnSession()
  const { browser, address } = session
  return (
    <ConfirmIdentity
      title={texts.own.endTitle}
      description={texts.own.endDescription(browser ?? texts.unknownBrowser, address ?? texts.unknownAddress)}
      submitLabel={texts.own.endSubmit}
      busyLabel={texts.own.busy}
      danger
      onClose={onClose}
      onConfirm={async (proof) => {
        await end.mutateAsync({ sessionId: session.id, ...proof })
        onClose()
        toast(texts.own.ended)
      }}
    />
  )
}

function EndOthers({ onClose }: { onClose: () => void }) {
  const end = useEndOtherSessions()
  return (
    <ConfirmIdentity
      title={texts.own.endOthersTitle}
      description={texts.own.endOthersDescription}
      submitLabel={texts.own.endOthersSubmit}
      busyLabel={texts.own.busy}
      danger
      onClose={onClose}
      onConfirm={async (proof) => {
        const { ended } = await end.mutateAsync(proof)
        onClose()
        toast(texts.own.othersEnded(ended))
      }}
    />
  )
}
