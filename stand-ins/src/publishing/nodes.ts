/** What can be read: containers, posts, accounts and Pages by their id, lists of posts page by page, comments. */
import { graphTime } from '../graph/discovery.ts'
import type { Answer } from '../http/send.ts'
import { numberFor } from '../world/chance.ts'
import { dayMs } from '../world/figures.ts'
import { pictureLinks } from '../world/pictures.ts'
import type { Containers } from './containers.ts'
import type { Container, Media, OwnAccount, PublishingWorld } from './own-accounts.ts'
import { publishingErrors } from './publishing-errors.ts'
import type { Token } from './sign-ins.ts'

export interface ReadOptions {
  /** Captions and product types with Instagram Login: documented as Facebook's alone, read by many all the same. */
  captionsForInstagramLogin: boolean
  /** A post is in the list this long after it was published. */
  listLagMs: number
  /** The state of a failed container as a sentence, or as the subcode alone. */
  errorForm: 'sentence' | 'number'
}

interface NodeParts {
  world: PublishingWorld
  made: Containers
  now(): number
  options: ReadOptions
}

interface Reader {
  token: Token
  base: string
  query: Readonly<Record<string, string>>
}

const usualLimit = 25
const usualComments = 50
const pictureLifeMs = 4 * dayMs

export function nodes({ world, made, now, options }: NodeParts) {
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

  async function fieldsOf(id: string, reader: Reader): Promise<Record<string, unknown> | undefined> {
    const mine = (account: OwnAccount | undefined) => account !== undefined && reader.token.accounts.includes(account)
    const container = world.containers.get(id)
    if (container && mine(world.account(container.accountId))) return containerFields(container)
    const found = world.media(id)
    if (found && mine(found.account)) {
      const isOver = found.media.product === 'STORY' && now() - found.media.at >= dayMs
      return isOver ? undefined : mediaFields(found, reader)
    }
    const account = world.accounts.find((each) => [each.id, each.scopedId].includes(id) && mine(each))
    if (account) return accountFields(account, reader)
    const page = world.accounts.find((each) => each.pageId === id && mine(each))
    return page && pageFields(page)
  }

  function page(items: readonly { id: string; fields: Record<string, unknown> }[], url: URL, limit: number): Answer {
    const query = url.searchParams
    const place = (name: 'after' | 'before') => {
      const cursor = query.get(name)
      return cursor === null ? undefined : items.findIndex(({ id }) => cursorOf(id) === cursor)
    }
    const [after, before] = [place('after'), place('before')]
    if (after === -1 || before === -1) return publishingErrors.badParameter('Invalid parameter: after')
    const start = after !== undefined ? after + 1 : Math.max(0, (before ?? limit) - limit)
    const shown = items.slice(start, before ?? start + limit).slice(0, limit)
    const [first, last] = [shown.at(0), shown.at(-1)]
    if (!first || !last) return { status: 200, body: { data: [] } }
    const hasMore = start + shown.length < items.length
    const link = (name: string, cursor: string) => {
      const next = new URL(url)
      next.searchParams.delete('before')
      next.searchParams.set(name, cursor)
      return next.href
    }
    const cursors = { before: cursorOf(first.id), after: cursorOf(last.id) }
    return {
      status: 200,
      body: {
        data: shown.map(({ fields }) => fields),
        paging: { cursors, ...(hasMore && { next: link('after', cursors.after) }) },
      },
    }
  }

  return {
    accountFields,
    /** One page of a list, from the place that the address names. */
    page,
    async read(id: string, reader: Reader): Promise<Answer> {
      const whole = await fieldsOf(id, reader)
      if (!whole) return publishingErrors.noSuchObject(id)
      const { fields = 'id' } = reader.query
      const strange = namesIn(fields).find((name) => !(name in whole) && !everywhere.has(name))
      if (strange !== undefined)
        return publishingErrors.badParameter(`Tried accessing nonexisting field (${strange}) on node type`)
      return { status: 200, body: only(whole, fields) }
    },
    list(account: OwnAccount, isOfStories: boolean, reader: Reader, url: URL): Answer {
      const { fields = 'id', since = '0', until = 'Infinity', limit = String(usualLimit) } = reader.query
      const shown = account.media
        .filter(({ product, isChild, at }) => {
          const isListed = !isChild && now() - at >= options.listLagMs && (product === 'STORY') === isOfStories
          const isAlive = !isOfStories || now() - at < dayMs
          return isListed && isAlive && at >= Number(since) * 1_000 && at < Number(until) * 1_000
        })
        .toSorted((one, other) => other.at - one.at || Number(other.id) - Number(one.id))
        .map((media) => ({ id: media.id, fields: only(mediaFields({ account, media }, reader), fields) }))
      return page(shown, url, Number(limit))
    },
    comments({ comments }: Media, query: Reader['query'], url: URL): Answer {
      const { fields = 'id,text,timestamp', limit = String(usualComments) } = query
      const shown = comments.toReversed().map(({ id, text, at, username }) => ({
        id,
        fields: only({ id, text, timestamp: graphTime(at), username, like_count: 0, hidden: false }, fields),
      }))
      return page(shown, url, Number(limit))
    },
  }
}

export type Nodes = ReturnType<typeof nodes>

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

/** Asked of everything, missing where there is nothing to say. */
const everywhere = new Set(['biography', 'website', 'profile_picture_url', 'connected_instagram_account', 'ig_id'])

const cursorOf = (id: string) => Buffer.from(`at${id}`).toString('base64url')

const namesIn = (fields: string) => fields.replaceAll(/\{[^}]*\}/g, '').split(',')

/** What was asked for and is there, and the id. */
export function only(whole: Record<string, unknown>, fields: string): Record<string, unknown> {
  const found = namesIn(fields).flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]]))
  return { ...Object.fromEntries(found), id: whole.id }
}
