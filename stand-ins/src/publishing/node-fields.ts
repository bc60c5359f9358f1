/** The fields that containers, posts, accounts and Pages show to a token. */
import { graphTime } from '../graph/discovery.ts'
import { numberFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import { pictureLinks } from '../world/pictures.ts'
import type { Containers } from './containers.ts'
import type { Container, Media, OwnAccount } from './own-account.ts'
import type { PublishingWorld } from './own-accounts.ts'
import type { Token } from './tokens.ts'

export interface ReadOptions {
  /** Captions and product types with Instagram Login: documented as Facebook's alone, read by many all the same. */
  captionsForInstagramLogin: boolean
  /** A post is in the list this long after it was published. */
  listLagMs: number
  /** The state of a failed container as a sentence, or as the subcode alone. */
  errorForm: 'sentence' | 'number'
}

export interface NodeParts {
  world: PublishingWorld
  made: Containers
  now(): number
  options: ReadOptions
}

export interface Reader {
  token: Token
  base: string
  query: Readonly<Record<string, string>>
}

const pictureLifeMs = 4 * dayMs

export function nodeFields({ world, made, now, options }: NodeParts) {
  async function containerFields(container: Container): Promise<Record<string, unknown>> {
    await container.fetching
    const state = made.stateOf(container)
    const { upload, fault } = container
    const failed = options.errorForm === 'number' ? String(fault) : `${texts.ERROR} ${fault}`
    const isUploaded = upload !== undefined && container.readyAt !== null
    return {
      id: container.id,
      status_code: state,
      status: state === 'ERROR' ? failed : texts[state],
      copyright_check_status: { status: state === 'IN_PROGRESS' ? 'in_progress' : 'completed', matches_found: false },
      video_status: upload && {
        uploading_phase: {
          status: isUploaded ? 'complete' : upload.arrived > 0 ? 'in_progress' : 'not_started',
          bytes_transferred: upload.arrived,
        },
        processing_phase: { status: isUploaded ? phases[state] : 'not_started' },
      },
    }
  }

  function mediaFields({ account, media }: { account: OwnAccount; media: Media }, { token, base }: Reader) {
    const isFacebook = token.login === 'facebook'
    const showsAll = isFacebook || options.captionsForInstagramLogin
    const isManaged = account.tasks.includes('MANAGE')
    const picture = pictureLinks({ base, at: now(), lifeMs: pictureLifeMs }).post(media.id)
    const { caption } = media
    const place = media.product === 'REELS' ? 'reel' : 'p'
    return {
      id: media.id,
      caption: showsAll ? (isManaged ? caption : caption?.replaceAll('@', '')) : undefined,
      alt_text: media.altText,
      media_type: media.kind,
      media_product_type: showsAll ? media.product : undefined,
      media_url: picture,
      thumbnail_url: media.kind === 'VIDEO' ? picture : undefined,
      permalink:
        media.product === 'STORY'
          ? `https://www.instagram.com/stories/${account.username}/${media.id}/`
          : `https://www.instagram.com/${place}/${media.shortcode}/`,
      shortcode: media.shortcode,
      timestamp: graphTime(media.at),
      username: account.username,
      owner: { id: account.id },
      is_shared_to_feed: media.product === 'REELS' ? media.isSharedToFeed : undefined,
      is_comment_enabled: true,
      is_ai_generated: media.isMarkedAsAi,
      like_count: Math.floor(((now() - media.at) / dayMs) * (numberFor(world.seed, media.id, 'likes') % 40)),
      comments_count: media.comments.length,
      children: media.childIds.length > 0 ? { data: media.childIds.map((id) => ({ id })) } : undefined,
    }
  }

  function accountFields(account: OwnAccount, { token }: Reader): Record<string, unknown> {
    return {
      id: token.login === 'instagram' ? account.scopedId : account.id,
      user_id: token.login === 'instagram' ? account.id : undefined,
      username: account.username,
      name: account.name,
      account_type: account.isProfessional ? 'BUSINESS' : 'PERSONAL',
      followers_count: account.followers,
      follows_count: numberFor(world.seed, account.id, 'follows') % 900,
      media_count: account.media.filter(({ isChild, product }) => !isChild && product !== 'STORY').length,
    }
  }

  const pageFields = (account: OwnAccount): Record<string, unknown> => ({
    id: account.pageId,
    name: account.name,
    tasks: account.tasks,
    instagram_business_account: { id: account.id },
  })

  return { containerFields, mediaFields, accountFields, pageFields }
}

const texts = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  EXPIRED: 'Expired: Media was not published within 24 hours.',
  ERROR: 'Error: Media upload has failed with error code',
} as const

const phases: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'in_progress',
  ERROR: 'error',
  FINISHED: 'complete',
  PUBLISHED: 'complete',
  EXPIRED: 'complete',
}
