/** How the webhook of one user goes: a test, a new secret, on again. For the user and for administrators. Four faces. */
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Send } from 'lucide-react'
import { useState } from 'react'
import { formatAhead, formatMoment, formatWhole } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { QueryFailed } from '#ui/failed-state.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { ownWebhook, useSendTest, type Webhook } from '../queries/webhooks.ts'
import { texts } from '../texts.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { SwitchOn } from './switch-on.tsx'

const TONES = { on: 'good', failing: 'amber', off: 'bad' } as const

interface WebhookCardProps {
  readonly userId: number
  /** The address is right beside it. */
  readonly hidesUrl?: boolean
}

/** Shows nothing for a user without a webhook. */
export function WebhookCard({ userId, hidesUrl = false }: WebhookCardProps) {
  const { data, error, isPending, isFetching, refetch } = useQuery(ownWebhook(userId))
  const late = useDelayed(isPending)
  if (isPending) {
    return (
      <div aria-busy="true" className="h-22" data-skeleton="">
        <p className="sr-only" role="status">
          {late ? texts.loading : ''}
        </p>
        {late ? <Skeleton className="h-3 w-52" /> : null}
      </div>
    )
  }
  if (data === undefined) {
    return <QueryFailed title={texts.failed} query={{ error, isFetching, refetch }} />
  }
  return data ? <Card webhook={data} hidesUrl={hidesUrl} /> : null
}

function Card({ webhook, hidesUrl }: { webhook: Webhook; hidesUrl: boolean }) {
  const { userId, state, url } = webhook
  const [asking, setAsking] = useState(false)
  const test = useSendTest()
  return (
    <div className="grid gap-3">
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
          {hidesUrl ? (
            <span className="text-label text-ink-2">{texts.section.title}</span>
          ) : (
            <span className="min-w-0 truncate text-label text-ink-2" title={url}>
              {url}
            </span>
          )}
        </p>
        <Story webhook={webhook} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {state === 'off' ? <SwitchOn userId={userId} /> : null}
        <Button
          size="small"
          icon={<Send />}
          busy={test.isPending}
          busyLabel={texts.testing}
          onClick={() => test.mutate(userId)}
        >
          {texts.test}
        </Button>
        <Button size="small" icon={<KeyRound />} onClick={() => setAsking(true)}>
          {texts.newSecret}
        </Button>
      </div>
      <p role="status" className="text-note break-words empty:hidden">
        <TestResult test={test} />
      </p>
      {asking ? <SecretDialog userId={userId} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function Story({ webhook }: { webhook: Webhook }) {
  const now = useNow()
  const { state, message, waiting, nextTryAt, lastDeliveredAt, switchedOffAt } = webhook
  const waits = waiting > 0 ? texts.waiting(formatWhole(waiting), waiting === 1) : null
  const next = nextTryAt ? texts.nextTry(formatAhead(nextTryAt, now)) : null
  const last = lastDeliveredAt ? texts.lastTaken(formatMoment(lastDeliveredAt, now)) : texts.quiet
  const story =
    state === 'off' && switchedOffAt
      ? [texts.offSince(formatMoment(switchedOffAt, now)), message]
      : state === 'failing'
        ? [message, waits, next]
        : [last, waits]
  return (
    <p className={`mt-1.5 text-note break-words ${state === 'on' ? 'text-ink-3' : 'text-ink-2'}`}>
      {story.filter(Boolean).join(' ')}
    </p>
  )
}

function TestResult({ test }: { test: ReturnType<typeof useSendTest> }) {
  if (test.isPending) return null
  if (test.error) {
    return (
      <span className="text-bad">
        {texts.testFailed}: {test.error.message}
      </span>
    )
  }
  if (!test.data) return null
  const { state, status, milliseconds, message } = test.data
  return state === 'delivered' ? (
    <span className="text-good">{texts.taken(status, formatWhole(milliseconds ?? 0))}</span>
  ) : (
    <span className="text-bad">{texts.notTaken(message ?? '')}</span>
  )
}
