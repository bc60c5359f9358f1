/** Pure decisions about publications: when they begin, how long they wait, and what an outcome means. */
import type { Publication } from '@tangelo/contract'
import type { ItemRow } from '#features/content/index.ts'
import { momentToText } from '#platform/calendar.ts'
import type { OwnPost } from '#ports/publishing.ts'
import type { Refusal } from '#ports/publishing-outcome.ts'
import type { PublicationRow } from './publications.store.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A container is made shortly before its time, and never a day ahead: it lives 24 hours. */
const PREPARED_BEFORE_MS = 5 * MINUTE_MS
/** With room for the order itself. */
export const CONTAINER_LIVES_MS = 23 * HOUR_MS
/** After the first one. */
const NEW_CONTAINERS_MAX = 3
/** Tries of one step, before it fails. */
const TRIES_MAX = 12
/** The service asks for once a minute; the first looks are sooner, because pictures are ready at once. */
const POLLS_MS = [2, 5, 10, 20, 30, 60, 60, 60, 60].map((seconds) => seconds * SECOND_MS)
const POLLS_LATER_MS = 5 * MINUTE_MS
/** Processing may take hours, but not days. */
const POLLS_MAX = 60
const TRIES_MS = [2, 5, 10, 20, 40, 60].map((seconds) => seconds * SECOND_MS)
/** After the answer to an order was lost; an own post may be listed only after a while. */
const LOOKS_MS = [5, 15, 30, 60, 60].map((seconds) => seconds * SECOND_MS)
/** It is surely live, so it is worth waiting for. */
const LOOKS_WHEN_LIVE_MS = [...LOOKS_MS, ...Array.from({ length: 8 }, () => 2 * MINUTE_MS)]
/** Where nothing can be read, a person has to look. */
export const LOOKING_MAX_MS = 30 * MINUTE_MS
/** Where the service does not say how long. */
const LIMIT_USUAL_MS = 5 * MINUTE_MS
export const WINDOW_MS = 30 * MINUTE_MS
/** What waits for a person is looked at again this often. */
export const HOLD_MS = 5 * MINUTE_MS

/** When a worker begins with it. */
export const beginsAt = (plannedAt: number): number => plannedAt - PREPARED_BEFORE_MS

export const pollAfterMs = (tries: number): number | null =>
  tries >= POLLS_MAX ? null : (POLLS_MS[tries] ?? POLLS_LATER_MS)

export const tryAfterMs = (tries: number): number | null => (tries >= TRIES_MAX ? null : (TRIES_MS[tries] ?? MINUTE_MS))

/** Null after the last look. `looks` have been made. */
export const lookAfterMs = (looks: number, isLive: boolean): number | null =>
  (isLive ? LOOKS_WHEN_LIVE_MS : LOOKS_MS)[looks] ?? null

export const isMissed = ({ due_at }: Pick<PublicationRow, 'due_at'>, toleranceMinutes: number, now: number): boolean =>
  now > due_at + toleranceMinutes * MINUTE_MS

/** What follows when the service said no to anything but an order to publish. */
export type AfterRefusal =
  | { do: 'retry'; afterMs: number }
  | { do: 'new_container' }
  /** Until then. `holds` says whom. */
  | { do: 'wait'; until: number; holds: Refusal['holds'] }
  | { do: 'sign_in' }
  /** The account is paused. */
  | { do: 'pause' }
  /** It was tried often enough. */
  | { do: 'give_up' }
  | { do: 'fail' }

export function afterRefusal(
  { step, retryAt, holds, reason }: Refusal,
  { tries, containers, now }: { tries: number; containers: number; now: number },
): AfterRefusal {
  const retry = (afterMs: number | null): AfterRefusal =>
    afterMs === null ? { do: 'give_up' } : { do: 'retry', afterMs }
  switch (step) {
    case 'pause':
      // A miss of an address happens; after three it is not public.
      return reason === 'media_not_fetched' && tries >= 3 ? { do: 'give_up' } : retry(pauseAfterMs(tries))
    case 'read_again':
    case 'read_offset':
    case 'read_state':
    case 'look':
      return retry(tryAfterMs(tries))
    case 'check_access':
    case 'new_container':
      return containers > NEW_CONTAINERS_MAX ? { do: 'give_up' } : { do: 'new_container' }
    case 'wait_limit':
      return { do: 'wait', until: retryAt ?? now + LIMIT_USUAL_MS, holds }
    case 'wait_window':
      return { do: 'wait', until: retryAt ?? now + WINDOW_MS, holds: 'item' }
    case 'sign_in':
      return { do: 'sign_in' }
    case 'ask_person':
      return { do: 'pause' }
    case 'correct':
    case 'skip':
    case 'ask_singly':
    case 'report':
      return { do: 'fail' }
  }
}

const pauseAfterMs = (tries: number): number | null => (tries >= 8 ? null : (tries + 1) * 10 * SECOND_MS)

const asMoment = (moment: number | null) => (moment === null ? null : momentToText(moment))

interface StepRow {
  at: number
  state: PublicationRow['state']
  title: string
  detail: string | null
}

/** Of a reel without a picture of its own, the cover of its video. */
const pictureOf = ({ image_url, video_url }: ItemRow): string | null =>
  image_url ?? (video_url?.startsWith('/media/v/') ? `${video_url}/cover` : null)

export function asPublication(
  row: PublicationRow,
  item: ItemRow | undefined,
  steps: readonly StepRow[] = [],
): Publication {
  const posts: OwnPost[] = row.candidates === null ? [] : JSON.parse(row.candidates)
  return {
    id: row.id,
    itemId: row.item_id,
    accountId: row.account_id,
    account: row.account_name,
    companyId: row.company_id,
    post:
      item?.is_gone === 0 && item.company_id === row.company_id
        ? { caption: item.caption, imageUrl: pictureOf(item), mediaType: item.media_type }
        : null,
    kind: row.kind,
    how: row.how,
    remindedAt: asMoment(row.reminded_at),
    state: row.state,
    plannedAt: momentToText(row.planned_at),
    mediaId: row.media_id,
    permalink: row.permalink,
    publishedAt: asMoment(row.published_at),
    sentence: row.sentence,
    waitsFor: row.ended_at === null ? row.waits_for : null,
    waitsUntil: row.ended_at === null ? asMoment(row.waits_until) : null,
    by: row.user_name,
    createdAt: momentToText(row.created_at),
    endedAt: asMoment(row.ended_at),
    options: JSON.parse(row.options),
    steps: steps.map(({ at, state, title, detail }) => ({ at: momentToText(at), state, title, detail })),
    candidates: posts.map(({ id, permalink, caption, postedAt }) => ({
      mediaId: id,
      permalink,
      caption: caption ?? null,
      postedAt: asMoment(postedAt),
    })),
    toCopy: null,
  }
}

/** Waits until its person says that it is posted. */
export const isReminded = ({
  how,
  reminded_at,
  state,
}: Pick<PublicationRow, 'how' | 'reminded_at' | 'state'>): boolean =>
  how === 'remind' && reminded_at !== null && state === 'planned'
