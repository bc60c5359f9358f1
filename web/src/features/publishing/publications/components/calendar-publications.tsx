/**
 * Tells the calendar which of its items are queued: their sign, when they go out, and whether they can still be moved; moving one
 * plans its publication anew.
 */
import type { PlannedItem } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell, CircleHelp, type LucideIcon, Send, TriangleAlert, Upload } from 'lucide-react'
import { type ReactNode, useCallback, useMemo } from 'react'
import { type ItemSign, ItemSigns } from '#features/content/index.ts'
import { readServerMessage } from '#lib/api.ts'
import { isDay } from '#lib/days.ts'
import { useSession } from '#lib/session.ts'
import { onDay } from '#lib/zones.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { openPublications, type Publication, useReplan } from '../queries.ts'
import { groupOf, isBeforeOrder, isUnderWay, nameOf, whenText } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'
import { texts as queueTexts } from '../texts/queue.ts'
import { texts as remindTexts } from '../texts/remind.ts'

type Plan = (post: PlannedItem, publishDate: string | null, timeZone: string) => void

interface CalendarPublicationsProps {
  readonly companyId: number | undefined
  /** What moving any other item does. */
  readonly onPlan: Plan
  readonly children: (onPlan: Plan) => ReactNode
}

export function CalendarPublications({ companyId, onPlan, children }: CalendarPublicationsProps) {
  const role = useSession().user?.role
  const knows = role !== undefined && role !== 'basic'
  const { data, refetch } = useQuery({ ...openPublications(companyId), enabled: knows })
  const replan = useReplan()
  const byItem = useMemo(() => firstOfItems(data ?? []), [data])
  const signOf = useCallback((itemId: string) => asSign(byItem.get(itemId)), [byItem])
  const move: Plan = async (post, publishDate, timeZone) => {
    // Until it is known what is queued, moving an item could leave behind the hour at which it goes out.
    const known = data ?? (knows ? (await refetch()).data : [])
    if (!known) return showFailure(texts.replan.failed, queueTexts.queue.failed)
    const publication = firstOfItems(known).get(post.id)
    if (!publication) return onPlan(post, publishDate, timeZone)
    if (publishDate === null) return showFailure(texts.replan.queued, texts.replan.queuedHint)
    // A place without an hour keeps the hour that it has.
    const at = isDay(publishDate) ? onDay(publication.plannedAt, publishDate, timeZone) : publishDate
    // A promise: the callbacks of `mutate` are dropped when another one is moved, or the page left, before the answer.
    void replan.mutateAsync({ id: publication.id, at }).then(
      (changed) =>
        toast({
          title: texts.replan.planned,
          description: (changed.how === 'remind' ? remindTexts : texts).replan.plannedFor(
            nameOf(changed),
            whenText(changed.plannedAt, timeZone),
          ),
        }),
      (error: Error) => showFailure(texts.replan.failed, readServerMessage(error)),
    )
  }
  const hasAny = byItem.size > 0
  const signs = useMemo(() => ({ signOf, legend: hasAny ? <Legend /> : null }), [signOf, hasAny])
  return <ItemSigns value={signs}>{children(move)}</ItemSigns>
}

/** Of an item for several accounts the first one to go out. */
const firstOfItems = (publications: readonly Publication[]) =>
  new Map(
    publications
      .toSorted((one, other) => other.plannedAt.localeCompare(one.plannedAt))
      .map((publication) => [publication.itemId, publication]),
  )

const Legend = () => (
  <>
    <li>
      <Send className="status-sign" data-sign="queued" />
      {queueTexts.sign.queued}
    </li>
    <li>
      <TriangleAlert className="status-sign" data-sign="waiting" />
      {queueTexts.sign.waiting}
    </li>
  </>
)

function asSign(publication: Publication | undefined): ItemSign | undefined {
  if (!publication) return undefined
  const { account, plannedAt, state, how } = publication
  const isByHand = how === 'remind'
  const isUnclear = state === 'unclear'
  const isWaiting = groupOf(publication) === 'person'
  const isGoing = isUnderWay(publication)
  const words = isByHand ? Object.assign({}, queueTexts.sign, remindTexts.sign) : queueTexts.sign
  const [Icon, text]: [LucideIcon, string] = isUnclear
    ? [CircleHelp, words.unclear(account)]
    : isWaiting
      ? [TriangleAlert, words.person(account)]
      : isGoing
        ? [Upload, words.underWay(account)]
        : [isByHand ? Bell : Send, words.planned(account)]
  return {
    icon: <Icon className="status-sign" data-sign={isWaiting ? 'waiting' : 'queued'} aria-hidden="true" />,
    text,
    at: plannedAt,
    isMovable: isBeforeOrder(publication),
  }
}
