/** What can be read: containers, posts, accounts and Pages by their id, lists of posts page by page, comments. */
import { graphTime } from '../graph/discovery.ts'
import type { Answer } from '../http/send.ts'
import { dayMs } from '../world/figures.ts'
import { cursorPage } from './cursor-page.ts'
import { type NodeParts, nodeFields, type Reader } from './node-fields.ts'
import type { Media, OwnAccount } from './own-account.ts'
import { publishingErrors } from './publishing-errors.ts'

const usualLimit = 25
const usualComments = 50

export function nodes(parts: NodeParts) {
  const { world, now, options } = parts
  const { containerFields, mediaFields, accountFields, pageFields } = nodeFields(parts)

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

  return {
    accountFields,
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
      return cursorPage(shown, url, Number(limit))
    },
    comments({ comments }: Media, query: Reader['query'], url: URL): Answer {
      const { fields = 'id,text,timestamp', limit = String(usualComments) } = query
      const shown = comments.toReversed().map(({ id, text, at, username }) => ({
        id,
        fields: only({ id, text, timestamp: graphTime(at), username, like_count: 0, hidden: false }, fields),
      }))
      return cursorPage(shown, url, Number(limit))
    },
  }
}

export type Nodes = ReturnType<typeof nodes>

/** Asked of everything, missing where there is nothing to say. */
const everywhere = new Set(['biography', 'website', 'profile_picture_url', 'connected_instagram_account', 'ig_id'])

const namesIn = (fields: string) => fields.replaceAll(/\{[^}]*\}/g, '').split(',')

/** What was asked for and is there, and the id. */
export function only(whole: Record<string, unknown>, fields: string): Record<string, unknown> {
  const found = namesIn(fields).flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]]))
  return { ...Object.fromEntries(found), id: whole.id }
}
