import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerPage } from '#platform/http/paging.ts'
import { PreRenderedJson } from '#platform/http/pre-rendered-json.ts'
import { serve } from '#platform/http/serve.ts'
import type { AccountsService } from './accounts.service.ts'
import type { AccountBatchesService } from './service/batches.ts'
import type { TagsService } from './service/tags.ts'

export function accountsRoutes(
  app: FastifyInstance,
  accounts: AccountsService,
  tags: TagsService,
  batches: AccountBatchesService,
): void {
  serve(
    app,
    routes.accounts.list,
  )(async ({ viewer, query, request, reply }) => {
    const shown = answerPage(await accounts.list(viewer, query), request, reply)
    return PreRenderedJson.list(shown)
  })
  serve(app, routes.accountTags.list)(async ({ viewer, query }) => tags.list(viewer, query.companyId))
  serve(app, routes.accountTags.change)(async ({ viewer, body }) => tags.change(viewer, body))
  serve(app, routes.accountBatches.uses)(async ({ viewer, query }) => batches.uses(viewer, query.accountIds))
  serve(
    app,
    routes.accountBatches.move,
  )(async ({ viewer, body }) => batches.move(viewer, body.accountIds, body.companyId))
  serve(app, routes.accountBatches.remove)(async ({ viewer, body }) => batches.remove(viewer, body.accountIds))
  serve(app, routes.accounts.create)(async ({ viewer, body }) => accounts.create(viewer, body))
  serve(
    app,
    routes.accounts.read,
  )(async ({ viewer, params }) => PreRenderedJson.of(await accounts.read(viewer, params.accountId)))
  serve(
    app,
    routes.accounts.posts,
  )(async ({ viewer, params }) => PreRenderedJson.of(await accounts.posts(viewer, params.accountId)))
  serve(
    app,
    routes.accounts.update,
  )(async ({ viewer, params, body }) => accounts.update(viewer, params.accountId, body))
  serve(
    app,
    routes.accounts.remove,
  )(async ({ viewer, params }) => {
    await accounts.remove(viewer, params.accountId)
    return { success: true }
  })
}
