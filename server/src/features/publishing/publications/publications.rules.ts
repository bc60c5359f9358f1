/** Pure decisions about publications: when they begin, how long they wait, what an outcome means, and what people read. */
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

/** What a person does about a refusal that did not pass. */
export function gaveUp(reason: Refusal['reason']): string {
  switch (reason) {
    case 'media_not_fetched':
    case 'file_not_fetched':
      return 'Instagram could not fetch the file from this server in several tries. Check that PUBLIC_URL can be reached from the internet, and plan the post again.'
    case 'processing_failed':
    case 'upload_refused':
      return 'Instagram could not process the video in several tries. Convert the video, and plan the post again.'
    case 'media_not_found':
      return 'Instagram did not find the prepared media in several tries. Check that the account is still connected, and plan the post again.'
    default:
      return 'Instagram could not do it in several tries. Nothing was published. Plan it again.'
  }
}

/** Waits until its person says that it is posted. */
export const isReminded = ({
  how,
  reminded_at,
  state,
}: Pick<PublicationRow, 'how' | 'reminded_at' | 'state'>): boolean =>
  how === 'remind' && reminded_at !== null && state === 'planned'

export const SENTENCES = {
  willRemind: (name: string) =>
    `You are reminded at its time, with everything to copy, and post it to @${name} yourself.`,
  reminded: (name: string) =>
    `It is time to post it to @${name}. Say here when it is posted, or plan it for another time.`,
  posted: (by: string, name: string) => `${by} posted it to @${name}.`,
  notPosted: (by: string) => `${by} did not post it. Plan it again when you like.`,
  planned: (name: string) => `It goes out to @${name} at its time.`,
  missed: (name: string) =>
    `Its time passed while nothing could be sent to @${name}. Choose another time, or withdraw it: it does not go out by itself.`,
  signIn: (name: string) => `Instagram's permission for @${name} has ended: connect it again, then it goes on.`,
  paused: (name: string, why: string) => `Publishing to @${name} is paused. ${why} Resume it, then it goes on.`,
  gone: 'The post was deleted before it went out.',
  approval: 'Not sent: the client has not approved the post as it is now. Ask for approval, and plan it again.',
  edited: 'The post was edited after it was planned: it is checked again.',
  account: (name: string) => `Not sent: @${name} is no longer connected. Connect it, and plan the post again.`,
  looking: 'The order to publish has left and its answer was lost. We look on the account, and send nothing again.',
  published: (name: string) => `It is live on @${name}, published once.`,
  unclear: (name: string, found: number) =>
    found === 0
      ? `We cannot tell whether it is live: the answer was lost and @${name} shows no such post. Look on Instagram and decide. Nothing is sent again by itself.`
      : `It is probably live, but ${found} new posts on @${name} fit. Say which one it is. Nothing is sent again by itself.`,
  unreadable: (name: string) =>
    `We cannot tell whether it is live: the answer was lost and @${name} cannot be read. Look on Instagram and decide. Nothing is sent again by itself.`,
  withdrawn: (by: string) => `${by} withdrew it before its time. Nothing was sent.`,
  notLive: (by: string) => `${by} looked and it is not live. Plan it again when you like.`,
  decidedLive: (by: string) => `${by} looked and it is live.`,
  silent: 'Instagram did not answer in many tries. Nothing was published. Plan it again.',
  slow: 'Instagram did not finish preparing it. Nothing was published. Plan it again.',
  broken: 'Something went wrong on the server before anything was published. Plan it again.',
} as const

export const plannedSentence = ({ how, account_name }: Pick<PublicationRow, 'how' | 'account_name'>): string =>
  how === 'remind' ? SENTENCES.willRemind(account_name) : SENTENCES.planned(account_name)
