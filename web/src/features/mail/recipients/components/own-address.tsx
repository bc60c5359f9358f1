/** Where the viewer receives mail, and which. Loading, failed, none, full. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '#lib/session.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QueryView } from '#ui/query-view.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type MailRecipient, ownRecipient, useSendConfirmation, useTryAgain } from '../queries.ts'
import { texts } from '../texts.ts'
import { ChangeAddress } from './change-address.tsx'
import { Preferences } from './preferences.tsx'

const TONES = { none: 'slate', confirmed: 'good', unconfirmed: 'amber', bounced: 'bad' } as const

export function OwnAddress() {
  const recipient = useQuery(ownRecipient())
  return (
    <QueryView
      query={recipient}
      texts={texts}
      skeleton={(isLate) => <div className="h-16">{isLate ? <Skeleton className="h-3 w-52" /> : null}</div>}
    >
      {(known) => (
        <div className="grid gap-4">
          {known.isMailOn ? null : <MailOff />}
          <Address recipient={known} />
          {known.address === null ? null : <Preferences recipient={known} />}
        </div>
      )}
    </QueryView>
  )
}

/** Who can set it up: administrators are led there. */
function MailOff() {
  const isAdmin = useSession().user?.role === 'admin'
  return (
    <p className="max-w-[60ch] text-body text-ink-2">
      {texts.off}{' '}
      {isAdmin ? (
        <Link to="/admin" search={{ tab: 'system', part: 'mail' }} className="link">
          {texts.offWay.admin}
        </Link>
      ) : (
        texts.offWay.others
      )}
    </p>
  )
}

function Address({ recipient }: { recipient: MailRecipient }) {
  const { address, state } = recipient
  const [open, setOpen] = useState<'change' | 'remove' | null>(null)
  return (
    <div className="grid gap-3">
      {address === null ? (
        <p className="text-label text-ink-2">{texts.none}</p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="min-w-0 font-strong break-all">{address}</b>
          <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
        </p>
      )}
      <Trouble recipient={recipient} />
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => setOpen('change')}>
          {address === null ? texts.add : texts.change}
        </Button>
        {address === null ? null : (
          <Button size="small" variant="quiet" onClick={() => setOpen('remove')}>
            {texts.remove}
          </Button>
        )}
      </div>
      {open === null ? null : (
        <ChangeAddress current={address} isRemoval={open === 'remove'} onClose={() => setOpen(null)} />
      )}
    </div>
  )
}

/** What keeps mail from arriving, and what can be done about it. */
function Trouble({ recipient: { state, bounce, isMailOn } }: { recipient: MailRecipient }) {
  const send = useSendConfirmation()
  const retry = useTryAgain()
  const reportFailure = (title: string) => (error: Error) => showFailure(title, error.message)
  if (state === 'bounced')
    return (
      <div className="grid justify-items-start gap-2">
        <p role="alert" className="flex max-w-[60ch] gap-2 text-note break-words text-bad">
          <TriangleAlert className="mt-0.5 shrink-0" />
          <span className="min-w-0">{bounce}</span>
        </p>
        <Button
          size="small"
          busy={retry.isPending}
          busyLabel={texts.trying}
          onClick={() =>
            retry.mutate(undefined, { onSuccess: () => toast(texts.tried), onError: reportFailure(texts.tryFailed) })
          }
        >
          {texts.tryAgain}
        </Button>
      </div>
    )
  if (state !== 'unconfirmed' || !isMailOn) return null
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-[60ch] text-note text-ink-2">{texts.unconfirmedNote}</p>
      <Button
        size="small"
        busy={send.isPending}
        busyLabel={texts.sending}
        onClick={() =>
          send.mutate(undefined, {
            onSuccess: () => toast({ title: texts.linkSent }),
            onError: reportFailure(texts.linkFailed),
          })
        }
      >
        {texts.sendAgain}
      </Button>
    </div>
  )
}
