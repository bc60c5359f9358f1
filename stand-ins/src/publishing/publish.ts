/** What makes posts: of finished containers, within the day's quota, and once only if the client takes care of it. */
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'
import { type Containers, listOf } from './containers.ts'
import type { Container, Media, OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'

/**
 * What a second publication of one container does, which no source shows: another post, a refusal, or the same id once
 * more. Clients may rely on none of them.
 */
export type SecondPublish = 'posts' | 'refuses' | 'repeats'

interface PublishParts {
  world: PublishingWorld
  made: Containers
  now(): number
  secondPublish: SecondPublish
}

export function publisher({ world, made, now, secondPublish }: PublishParts) {
  const quotaUsage = ({ media }: OwnAccount) =>
    media.filter(({ containerId, isChild, at }) => containerId !== null && !isChild && now() - at < dayMs).length

  function publish(account: OwnAccount, containerId: string): Answer {
    const container = world.containers.get(containerId)
    if (!container) return publishingErrors.containerGone(containerId)
    if (container.accountId !== account.id || container.request.is_carousel_item === true)
      return publishingErrors.mediaNotFound(containerId)
    if (account.wantsTwoFactor) return publishingErrors.pageWantsTwoFactor()
    if (account.isRestricted) return publishingErrors.accountRestricted()
    const [before] = container.mediaIds
    if (before !== undefined && secondPublish === 'refuses') return publishingErrors.containerGone(containerId)
    if (before !== undefined && secondPublish === 'repeats') return { status: 200, body: { id: before } }
    const refusal = refusals[made.stateOf(container)]
    if (refusal) return refusal(containerId)
    if (quotaUsage(account) >= account.quotaTotal) return publishingErrors.dailyLimit()
    const media = addPost(account, container)
    container.mediaIds.push(media.id)
    return { status: 200, body: { id: media.id } }
  }

  function addPost(account: OwnAccount, container: Container): Media {
    const { request } = container
    const children = listOf(request.children).flatMap((id) => {
      const child = world.containers.get(id)
      if (!child) return []
      const media = world.add(account, { ...describeMedia(child), at: now(), isChild: true })
      child.mediaIds.push(media.id)
      return [media.id]
    })
    return world.add(account, {
      ...describeMedia(container),
      at: now(),
      childIds: children,
      caption: textOf(request.caption),
      isSharedToFeed: request.share_to_feed !== false,
      isMarkedAsAi: request.is_ai_generated === true,
    })
  }

  return {
    publish,
    quotaUsage,
    /** Containers that became more than one post. */
    duplicates: () => [...world.containers.values()].filter(({ mediaIds }) => mediaIds.length > 1),
  }
}

export type Publisher = ReturnType<typeof publisher>

const refusals: Partial<Record<string, (id: string) => Answer>> = {
  IN_PROGRESS: publishingErrors.notReady,
  EXPIRED: publishingErrors.containerGone,
  ERROR: publishingErrors.notMade,
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function describeMedia({ id, request }: Container): Pick<Media, 'kind' | 'product' | 'altText' | 'containerId'> {
  const products: Readonly<Record<string, Media['product']>> = { REELS: 'REELS', STORIES: 'STORY' }
  const type = String(request.media_type)
  const isVideo = request.video_url !== undefined || request.upload_type !== undefined
  const single = isVideo ? 'VIDEO' : 'IMAGE'
  return {
    kind: type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : single,
    product: products[type] ?? 'FEED',
    altText: textOf(request.alt_text),
    containerId: id,
  }
}
