/** The choice of how, when and with what, its rehearsal beside it, and the order at the foot. */
import type { Check, ContentItem } from '@tangelo/contract'
import type { PublicationWay } from '@tangelo/contract/limits'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { readServerField } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'
import { todayIn } from '#lib/zones.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogButtons } from '#ui/dialog-buttons.tsx'
import { Select } from '#ui/select.tsx'
import { useGuardedClose } from '#ui/unsaved-guard.tsx'
import { publishingSlots } from '../../slots/queries.ts'
import { rehearsal } from '../queries.ts'
import { shortWhenText } from '../rules/publication.ts'
import { findAddedProblems, hasTyped, isAboutOptions, NOTHING_ADDED, optionsOf, type Target } from '../rules/publish.ts'
import { aDayLater, findWhenProblem, isUndecided, momentOf, offerTimes, usualWhen, type When } from '../rules/when.ts'
import { texts } from '../texts/publish.ts'
import { texts as remindTexts } from '../texts/remind.ts'
import { CheckFix } from './check-fix.tsx'
import { HowField } from './how-field.tsx'
import { PublishOptions } from './publish-options.tsx'
import { PublishPreview } from './publish-preview.tsx'
import { RehearsalSection } from './rehearsal-section.tsx'
import { RemindNote } from './remind-note.tsx'
import { useOrder } from './use-order.ts'
import { useSettled } from './use-settled.ts'
import { useStrongHint } from './use-strong-hint.ts'
import { WhenField } from './when-field.tsx'

interface PublishFormProps {
  readonly post: ContentItem
  readonly target: Target
  readonly targets: readonly Target[]
  readonly onAccount: (accountId: number) => void
  readonly onEdit: (() => void) | undefined
  readonly onClose: () => void
}

export function PublishForm({ post, target, targets, onAccount, onEdit, onClose }: PublishFormProps) {
  const { accountId, username } = target
  const now = useNow()
  const slots = useQuery(publishingSlots(accountId))
  const { next = [], timeZone = 'UTC' } = slots.data ?? {}
  const [chosen, setChosen] = useState<When | null>(null)
  const [how, setHow] = useState<PublicationWay>(target.isConnected ? 'publish' : 'remind')
  const [added, setAdded] = useState(NOTHING_ADDED)
  const more = useRef<HTMLDetailsElement>(null)
  const strong = useStrongHint(accountId)
  const when = chosen ?? usualWhen(post.publishDate, next, todayIn(timeZone), now)
  const problem = findWhenProblem(when, timeZone, now)
  const addedProblems = findAddedProblems(added)
  const at = problem ? undefined : momentOf(when, timeZone)
  const options = optionsOf(added, how)
  const isByHand = how === 'remind'
  const words = isByHand ? remindTexts : texts
  const wanted = { itemId: post.id, accountId, ...(isByHand ? { how } : {}), ...(at ? { at } : {}), options }
  const asked = useSettled(wanted)
  const isWaiting = isUndecided(slots, chosen)
  const looked = useQuery({
    ...rehearsal(asked),
    enabled: !isWaiting && problem === null,
    placeholderData: keepPreviousData,
  })
  const order = useOrder({ post, timeZone, onClose: () => leave() })
  const { close, leave, guard } = useGuardedClose({ isUnsaved: hasTyped(added), isBusy: order.isBusy, onClose })
  const isStale = isWaiting || JSON.stringify(asked) !== JSON.stringify(wanted) || looked.isPlaceholderData
  const result = problem ? undefined : looked.data
  const media = result?.media ?? []
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
            ? footOf(how, blocked)
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
      sent={{ text: result?.text ?? post.caption ?? '', media }}
      accountId={accountId}
      isInOptions={isAboutOptions(check, options)}
      onOptions={openOptions}
      onCrop={() => setAdded({ ...added, crops: true })}
      onLater={() => setChosen(aDayLater(next, timeZone, now))}
      onEdit={onEdit}
      onClose={leave}
    />
  )
  return (
    <Dialog
      onClose={close}
      title={words.title(username)}
      description={words.description(looked.data?.kind ?? null)}
      footer={
        <>
          <p className="publish-foot" id="publish-reason">
            {reason ?? footOf(how, 0)}
          </p>
          <DialogButtons
            aria-describedby="publish-reason"
            disabled={reason !== null}
            busy={order.isBusy}
            busyLabel={texts.order.busy}
            onClick={() => order.start(wanted)}
            onCancel={close}
          >
            {at
              ? words.order.plan(shortWhenText(at, timeZone, now))
              : when.kind === 'now'
                ? words.order.now
                : words.order.planOpen}
          </DialogButtons>
        </>
      }
    >
      <div className="publish">
        <PublishPreview
          post={post}
          text={result?.text ?? null}
          media={media}
          isCut={options.crops ?? false}
          onEdit={onEdit}
          onClose={leave}
        />
        <div className="publish-choices">
          {order.refusal ? (
            <p className="publish-refusal" role="alert">
              <TriangleAlert aria-hidden="true" />
              <span>
                {order.refusal.message}{' '}
                <There publicationId={readServerField(order.refusal, 'publicationId')} onClose={leave} />
              </span>
            </p>
          ) : null}
          {targets.length > 1 ? (
            <Select
              label={texts.account}
              value={String(accountId)}
              onChange={(id) => onAccount(Number(id))}
              disabled={order.isBusy}
              options={targets.map((one) => ({
                value: String(one.accountId),
                label: one.isConnected ? `@${one.username}` : remindTexts.how.notConnected(one.username),
              }))}
            />
          ) : null}
          <div>
            <HowField how={how} onChange={setHow} target={target} onClose={leave} />
            {isByHand ? <RemindNote post={post} onClose={leave} /> : null}
          </div>
          <WhenField
            offered={offerTimes(post.publishDate, next, now)}
            when={when}
            onChange={setChosen}
            problem={problem}
            timeZone={timeZone}
            hint={slots.data?.slots.length === 0 ? texts.when.noSlots : strong}
          />
          <RehearsalSection
            checks={result?.checks}
            isWithoutTime={problem !== null}
            isStale={isStale}
            query={looked}
            renderFix={renderFix}
          />
          <PublishOptions
            box={more}
            added={added}
            onChange={setAdded}
            problems={addedProblems}
            kind={result?.kind ?? 'image'}
            how={how}
            media={media}
            isVideo={post.mediaType === 'reel' || post.mediaType === 'video'}
          />
        </div>
      </div>
      {guard}
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

const footOf = (how: PublicationWay, problems: number): string =>
  how === 'remind' ? remindTexts.foot(problems) : texts.rehearsal.foot(problems)
