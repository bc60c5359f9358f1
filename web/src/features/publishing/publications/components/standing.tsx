/** How a publication stands, in the words of the server, and what a person can do about it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarDays, ExternalLink, Plug } from 'lucide-react'
import { useState } from 'react'
import { contentPost } from '#features/content/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { formatAhead } from '#lib/format.ts'
import { useNow } from '#lib/use-now.ts'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { useChangeSlots } from '../../slots/queries.ts'
import type { Publication } from '../queries.ts'
import { groupOf, isBeforeOrder, isOver, isReminded, isUnderWay, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { Posted } from './posted.tsx'
import { PublishButton } from './publish-button.tsx'
import { ReplanDialog } from './replan-dialog.tsx'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const words = texts.page

interface StandingProps {
  readonly publication: Publication
  readonly timeZone: string
}

export function Standing({ publication, timeZone }: StandingProps) {
  const now = useNow()
  const [open, setOpen] = useState<'replan' | 'withdraw' | null>(null)
  const { sentence, plannedAt, waitsFor, waitsUntil, accountId, permalink } = publication
  const group = groupOf(publication)
  const isGoing = isUnderWay(publication)
  const isByHand = publication.how === 'remind'
  const title = isGoing
    ? words.underWay
    : isByHand
      ? remindTexts.page[group]
      : { person: words.attention, upcoming: words.goesOut, published: words.out, over: words.ended }[group]
  return (
    <Panel aria-labelledby="publication-standing">
      <div className="publication-say">
        <h2 id="publication-standing">{title}</h2>
        {isGoing ? <Wheel spinning className="publication-wheel" /> : null}
        {group === 'upcoming' && !isGoing ? (
          <p className="publication-said">
            <b>{whenText(plannedAt, timeZone)}</b>, {formatAhead(plannedAt, now)}.
          </p>
        ) : null}
        <p className={group === 'upcoming' && !isGoing ? 'publication-note' : 'publication-said'} role="status">
          {isGoing && isBeforeOrder(publication) ? words.preparing(publication.account) : sentence}
        </p>
        {waitsUntil && Date.parse(waitsUntil) > now.getTime() ? (
          <p className="publication-note">{words.waiting(formatAhead(waitsUntil, now))}</p>
        ) : null}
        {group === 'upcoming' && isBeforeOrder(publication) ? (
          <p className="publication-note">{isByHand ? remindTexts.page.until : words.until}</p>
        ) : null}
      </div>
      {isReminded(publication) ? <Posted publicationId={publication.id} /> : null}
      <div className="publication-actions">
        {permalink ? (
          <a href={permalink} target="_blank" rel="noreferrer" className="button" data-variant="primary">
            {words.open}
            <span className="sr-only"> {words.elsewhere}</span>
            <ExternalLink />
          </a>
        ) : null}
        {waitsFor === 'sign_in' ? (
          <Link
            to="/account/$accountId"
            params={{ accountId: String(accountId) }}
            hash="own-account"
            className="button"
            data-variant="primary"
          >
            <Plug />
            {texts.actions.connect}
          </Link>
        ) : null}
        {waitsFor === 'paused' ? <Resume accountId={accountId} /> : null}
        {isBeforeOrder(publication) ? (
          <>
            <Button
              variant={waitsFor === 'missed' ? 'primary' : 'default'}
              icon={<CalendarDays />}
              onClick={() => setOpen('replan')}
            >
              {texts.actions.replan}
            </Button>
            <Button variant="quiet" onClick={() => setOpen('withdraw')}>
              {texts.actions.withdraw}
            </Button>
          </>
        ) : null}
        {isOver(publication) && publication.post ? <Again itemId={publication.itemId} /> : null}
      </div>
      {open === 'replan' ? (
        <ReplanDialog publication={publication} timeZone={timeZone} onClose={() => setOpen(null)} />
      ) : null}
      {open === 'withdraw' ? <WithdrawDialog publication={publication} onClose={() => setOpen(null)} /> : null}
    </Panel>
  )
}

function Again({ itemId }: { readonly itemId: string }) {
  const { data: post } = useQuery(contentPost(itemId))
  return post ? <PublishButton post={post} variant="primary" label={texts.actions.again} /> : null
}

function Resume({ accountId }: { readonly accountId: number }) {
  const change = useChangeSlots()
  const words = texts.actions
  return (
    <Button
      variant="primary"
      busy={change.isPending}
      onClick={() =>
        change.mutate(
          { accountId, change: { isPaused: false } },
          {
            onSuccess: () => toast({ title: words.resumed }),
            onError: (error) => showFailure(words.resumeFailed, readServerMessage(error)),
          },
        )
      }
    >
      {words.resume}
    </Button>
  )
}
