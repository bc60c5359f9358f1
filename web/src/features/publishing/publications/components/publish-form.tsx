/** The choice of when and with what, its rehearsal beside it, and the order at the foot. */
import type { Check, ContentItem, OwnAccount } from '@tangelo/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { readServerField } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'
import { todayIn } from '#lib/zones.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton, useDelayed } from '#ui/skeleton.tsx'
import { publishingSlots } from '../../slots/queries.ts'
import { rehearsal } from '../queries.ts'
import { shortWhenText } from '../rules/publication.ts'
import {
  aDayLater,
  findAddedProblems,
  findWhenProblem,
  isAboutOptions,
  momentOf,
  NOTHING_ADDED,
  offeredTimes,
  optionsOf,
  usualWhen,
  type When,
} from '../rules/publish.ts'
import { texts } from '../texts/publish.ts'
import { CheckFix } from './check-fix.tsx'
import { CheckList } from './check-list.tsx'
import { PublishOptions } from './publish-options.tsx'
import { PublishPreview } from './publish-preview.tsx'
import { useOrder } from './use-order.ts'
import { useSettled } from './use-settled.ts'
import { useStrongHint } from './use-strong-hint.ts'
import { WhenField } from './when-field.tsx'

const words = texts.rehearsal

interface PublishFormProps {
  readonly post: ContentItem
  readonly account: OwnAccount
  readonly accounts: readonly OwnAccount[]
  readonly onAccount: (accountId: number) => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

export function PublishForm({ post, account, accounts, onAccount, onEdit, onClose }: PublishFormProps) {
  const { accountId, username } = account
  const now = useNow()
  const slots = useQuery(publishingSlots(accountId))
  const { next = [], timeZone = 'UTC' } = slots.data ?? {}
  const [chosen, setChosen] = useState<When | null>(null)
  const [added, setAdded] = useState(NOTHING_ADDED)
  const more = useRef<HTMLDetailsElement>(null)
  const strong = useStrongHint(accountId)
  const when = chosen ?? usualWhen(post.publishDate, next, todayIn(timeZone), now)
  const problem = findWhenProblem(when, timeZone, now)
  const addedProblems = findAddedProblems(added)
  const at = problem ? undefined : momentOf(when, timeZone)
  const options = optionsOf(added)
  const wanted = { itemId: post.id, accountId, ...(at ? { at } : {}), options }
  const asked = useSettled(wanted)
  const looked = useQuery({
    ...rehearsal(asked),
    // A first choice follows from the slots.
    enabled: !slots.isPending && problem === null,
    placeholderData: keepPreviousData,
  })
  const isLate = useDelayed(looked.isPending)
  const order = useOrder({ post, timeZone, onClose })
  const isStale = JSON.stringify(asked) !== JSON.stringify(wanted) || looked.isPlaceholderData
  const result = problem ? undefined : looked.data
  const blocked = result?.checks.filter(({ state }) => state === 'blocked').length ?? 0
  const reason = problem
    ? texts.order.reasons.time
    : Object.keys(addedProblems).length > 0
      ? texts.order.reasons.options
      : looked.error && !result
        ? texts.order.reasons.unchecked
        : isStale || !result
          ? texts.order.reasons.checking
          : blocked > 0
            ? words.foot(blocked)
            : null
  const openOptions = (): void => {
    if (!more.current) return
    more.current.open = true
    more.current.scrollIntoView({ block: 'start' })
    more.current.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }
  const renderFix = (check: Check) => (
    <CheckFix
      check={check}
      post={post}
      accountId={accountId}
      isInOptions={isAboutOptions(check, options)}
      onOptions={openOptions}
      onCrop={() => setAdded({ ...added, crops: true })}
      onLater={() => setChosen(aDayLater(next, timeZone, now))}
      onEdit={onEdit}
      onClose={onClose}
    />
  )
  return (
    <Dialog
      open
      onOpenChange={() => {
        if (!order.isBusy) onClose()
      }}
      title={texts.title(username)}
      description={texts.description(looked.data?.kind ?? null)}
      footer={
        <>
          <p className="publish-foot" id="publish-reason">
            {reason ?? words.foot(0)}
          </p>
          <Button disabled={order.isBusy} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            variant="primary"
            aria-describedby="publish-reason"
            disabled={reason !== null}
            busy={order.isBusy}
            busyLabel={texts.order.busy}
            onClick={() => order.start(wanted)}
          >
            {at
              ? texts.order.plan(shortWhenText(at, timeZone, now))
              : when.kind === 'now'
                ? texts.order.now
                : texts.order.planOpen}
          </Button>
        </>
      }
    >
      <div className="publish">
        <PublishPreview post={post} text={result?.text ?? null} isCut={added.crops} onEdit={onEdit} onClose={onClose} />
        <div className="publish-choices">
          {order.refusal ? (
            <p className="publish-refusal" role="alert">
              <TriangleAlert aria-hidden="true" />
              <span>
                {order.refusal.message}{' '}
                <There publicationId={readServerField(order.refusal, 'publicationId')} onClose={onClose} />
              </span>
            </p>
          ) : null}
          {accounts.length > 1 ? (
            <Select
              label={texts.account}
              value={String(accountId)}
              onChange={(id) => onAccount(Number(id))}
              options={accounts.map((one) => ({ value: String(one.accountId), label: `@${one.username}` }))}
            />
          ) : null}
          <WhenField
            offered={offeredTimes(post.publishDate, next, now)}
            when={when}
            onChange={setChosen}
            problem={problem}
            timeZone={timeZone}
            hint={slots.data?.slots.length === 0 ? texts.when.noSlots : strong}
          />
          <section aria-labelledby="publish-rehearsal">
            <h3 id="publish-rehearsal">
              {words.title}{' '}
              <span role="status">
                {isStale && !problem && !looked.error
                  ? words.running
                  : result
                    ? words.counted(
                        result.checks.length,
                        blocked,
                        result.checks.filter(({ state }) => state === 'warning').length,
                      )
                    : ''}
              </span>
            </h3>
            {result ? (
              <CheckList checks={result.checks} isStale={isStale} renderFix={renderFix} />
            ) : problem ? (
              <p className="publish-hint">{words.waiting}</p>
            ) : looked.error ? (
              <FailedState
                title={words.failed}
                cause={looked.error.message}
                busy={looked.isFetching}
                onRetry={() => void looked.refetch()}
              />
            ) : (
              <Waiting isLate={isLate} />
            )}
          </section>
          <PublishOptions
            box={more}
            added={added}
            onChange={setAdded}
            problems={addedProblems}
            kind={result?.kind ?? 'image'}
            isVideo={post.mediaType === 'reel' || post.mediaType === 'video'}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Leads to the publication that is in the way. */
function There({
  publicationId,
  onClose,
}: {
  readonly publicationId: string | undefined
  readonly onClose: () => void
}) {
  if (!publicationId) return null
  return (
    <Link to="/planning" search={{ publication: publicationId }} className="link" onClick={onClose}>
      {texts.order.there}
    </Link>
  )
}

const Waiting = ({ isLate }: { readonly isLate: boolean }) => (
  <div className="publish-waiting" aria-busy="true" data-skeleton="">
    {['w-40', 'w-56', 'w-32', 'w-44', 'w-36', 'w-48'].map((width) =>
      isLate ? <Skeleton key={width} className={`h-3 max-w-full ${width}`} /> : <span key={width} />,
    )}
  </div>
)
