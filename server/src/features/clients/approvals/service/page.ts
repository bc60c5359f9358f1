/** The page of a request for approval, and its pictures. Reading it changes nothing, so that link previews may fetch it. */
import type { UploadsService } from '#features/content/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#ports/clock.ts'
import type { LinkPage } from '../../links/service/pages.ts'
import { standingOf } from '../approvals.rules.ts'
import { approvalsStore } from '../approvals.store.ts'
import { approvalHtml } from '../rules/html/page.ts'
import { type PageQuery, pageModel } from '../rules/page-model.ts'
import { itemsOfRequests } from './asked-items.ts'
import { type ApprovalMedia, pickMedia } from './media.ts'

const MEDIA = /^media\/([1-9]\d{0,9})\/([a-z]+|\d{1,2})$/
const QUERY = ['item', 'ask', 'as', 'all', 'note'] as const

export function approvalPage({
  database,
  clock,
  media,
  uploads,
}: {
  database: Database
  clock: Clock
  media: ApprovalMedia
  uploads: Pick<UploadsService, 'imagesOf'>
}): LinkPage {
  const store = approvalsStore(database.queries)

  return {
    async answer(link, { token, path, request: { query, server } }) {
      const request = await store.find(link.targetId)
      if (!request || request.link_id !== link.id || request.withdrawn_at !== null) return null
      const asked = (await itemsOfRequests(database.queries, [request])).get(request.id) ?? []
      const [, askedId, name = ''] = MEDIA.exec(path) ?? []
      if (askedId !== undefined) {
        const one = asked.find(({ id }) => String(id) === askedId)
        if (!one?.item || standingOf(one, request, clock.now()).state === 'gone') return null
        const file = await media.read(one.item, name)
        return file && { file }
      }
      if (path !== '') return null
      // Its client goes on from post to post by its query.
      const words = wordsOf(query)
      const isOpening = Object.keys(words).length === 0
      const addresses = asked.flatMap(({ item }) => (item ? pickMedia(item).map(({ address }) => address) : []))
      const model = pageModel({
        request,
        companyName: link.companyName,
        token,
        asked,
        lastName: await store.lastName(request.id),
        sizes: await uploads.imagesOf(link.companyId, addresses),
        query: words,
        now: clock.now(),
      })
      return { type: 'text/html; charset=utf-8', ...approvalHtml(model, server.assets), isOpening }
    },
  }
}

/** A query may hold a name twice, or anything else. */
function wordsOf(query: unknown): PageQuery {
  const given = new Map(Object.entries(query ?? {}))
  return Object.fromEntries(
    QUERY.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
