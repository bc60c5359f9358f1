/** Pure decisions of the dialog that publishes: where, with what, and what keeps it from being ordered. */
import type { Check, ContentItem, OwnAccount, PublicationOptions } from '@tangelo/contract'
import { COLLABORATORS_MAX, type PublicationWay } from '@tangelo/contract/limits'
import { texts } from '../texts/publish.ts'

/** Where a post may go: by itself where its owner has connected it, by hand otherwise. */
export interface Target {
  readonly accountId: number
  readonly username: string
  readonly isConnected: boolean
}

/** The connected accounts of the item's company, and the account that it is for where that is none of them. */
export function targetsOf(post: ContentItem, own: readonly OwnAccount[]): Target[] {
  const connected = own
    .filter(({ companyId }) => companyId === post.companyId)
    .map(({ accountId, username }) => ({ accountId, username, isConnected: true }))
  const { account } = post
  return account === null || connected.some(({ accountId }) => accountId === account.id)
    ? connected
    : [...connected, { accountId: account.id, username: account.username, isConnected: false }]
}

/** The one that the item is for; else the first that works. */
export function usualTarget(post: ContentItem, own: readonly OwnAccount[]): Target | undefined {
  const targets = targetsOf(post, own)
  const works = own.find(({ companyId, state, mayPublish }) => {
    return companyId === post.companyId && state !== 'ended' && mayPublish
  })
  return (
    targets.find(({ accountId }) => accountId === post.accountId) ??
    targets.find(({ accountId }) => accountId === works?.accountId) ??
    targets[0]
  )
}

/** What a person adds, as it is typed. */
export interface Added {
  /** `first` and `last`: a carousel of its pictures, with its video there. */
  readonly as: '' | 'reel' | 'story' | 'first' | 'last'
  readonly crops: boolean
  readonly altTexts: readonly string[]
  readonly collaborators: string
  readonly firstComment: string
  readonly cover: string
  readonly sharesToFeed: boolean
  readonly isMadeByAi: boolean
}

export const hasTyped = ({ altTexts, collaborators, firstComment, cover }: Added): boolean =>
  [...altTexts, collaborators, firstComment, cover].some((text) => text !== '')

export const NOTHING_ADDED: Added = {
  as: '',
  crops: false,
  altTexts: [],
  collaborators: '',
  firstComment: '',
  cover: '',
  sharesToFeed: true,
  isMadeByAi: false,
}

const namesIn = (text: string): string[] =>
  text
    .split(/[\s,]+/)
    .map((name) => name.replace(/^@+/, ''))
    .filter((name) => name !== '')

export interface AddedProblems {
  readonly collaborators?: string
  readonly cover?: string
}

export function findAddedProblems({ collaborators, cover }: Added): AddedProblems {
  const names = namesIn(collaborators)
  const wrong = names.find((name) => !/^[A-Za-z0-9._]{1,30}$/.test(name))
  const words = texts.options
  return {
    ...(wrong ? { collaborators: words.collaboratorsWrong(wrong) } : {}),
    ...(!wrong && names.length > COLLABORATORS_MAX
      ? { collaborators: words.collaboratorsMany(COLLABORATORS_MAX) }
      : {}),
    ...(cover.trim() !== '' && !/^\d{1,4}([.,]\d{1,3})?$/.test(cover.trim()) ? { cover: words.coverWrong } : {}),
  }
}

/**
 * As it is sent; what is left out is not sent. A problem leaves its field out. By hand the person cuts the picture, chooses the cover
 * and the rest in the app of Instagram.
 */
export function optionsOf(added: Added, how: PublicationWay): PublicationOptions {
  const problems = findAddedProblems(added)
  const names = problems.collaborators ? [] : namesIn(added.collaborators)
  const isSent = how === 'publish'
  const cover = problems.cover ? '' : added.cover.trim().replace(',', '.')
  return {
    ...(added.as === 'reel' || added.as === 'story' ? { as: added.as } : {}),
    ...(added.as === 'first' || added.as === 'last' ? { carouselVideo: added.as } : {}),
    ...(isSent && added.crops ? { crops: true } : {}),
    ...(added.altTexts.some((text) => text.trim() !== '') ? { altTexts: [...added.altTexts] } : {}),
    ...(names.length > 0 ? { collaborators: names } : {}),
    ...(added.firstComment.trim() !== '' ? { firstComment: added.firstComment.trim() } : {}),
    ...(isSent && cover !== '' ? { coverMs: Math.round(Number(cover) * 1_000) } : {}),
    ...(isSent && !added.sharesToFeed ? { sharesToFeed: false } : {}),
    ...(isSent && added.isMadeByAi ? { isMadeByAi: true } : {}),
  }
}

/** What was chosen before, such as of a publication that did not go out. */
export const countAdded = (options: PublicationOptions): number => Object.keys(options).length

/** Blocking ones first, then warnings, then the rest in their order. */
export function sortChecks(checks: readonly Check[]): Record<Check['state'], Check[]> {
  const of = (state: Check['state']) => checks.filter((check) => check.state === state)
  return { blocked: of('blocked'), warning: of('warning'), passed: of('passed') }
}

/** Whether the cure of an `edit` is among the options, not in the post. */
export const isAboutOptions = ({ key }: Pick<Check, 'key'>, options: PublicationOptions): boolean =>
  key === 'cover' ||
  key === 'altText' ||
  key === 'comment' ||
  (key === 'people' && (options.collaborators?.length ?? 0) > 0)

/** What Instagram takes of a picture, from upright to wide. */
const RATIOS = { min: 4 / 5, max: 1.91 }

/** The part of a picture that is kept, as shares cut off at each side; null where nothing is. */
export function cutOf(width: number, height: number): { readonly x: number; readonly y: number } | null {
  const ratio = width / height
  if (!Number.isFinite(ratio) || (ratio >= RATIOS.min && ratio <= RATIOS.max)) return null
  return ratio < RATIOS.min ? { x: 0, y: (1 - ratio / RATIOS.min) / 2 } : { x: (1 - RATIOS.max / ratio) / 2, y: 0 }
}
