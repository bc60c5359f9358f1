import { routes } from '@tangelo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { STREAMED } from '#platform/http/event-stream.ts'
import { send } from '#platform/http/failures.ts'
import { originOf } from '#platform/http/media-addresses.ts'
import { answerPage } from '#platform/http/paging.ts'
import { serve } from '#platform/http/serve.ts'
import type { LinksService } from '../links/links.service.ts'
import type { ApprovalsService } from './approvals.service.ts'
import type { ApprovalAnswers } from './service/answers.ts'

export function approvalsRoutes(
  app: FastifyInstance,
  approvals: ApprovalsService,
  answers: ApprovalAnswers,
  links: Pick<LinksService, 'openLink'>,
): void {
  serve(
    app,
    routes.approvals.list,
  )(async ({ viewer, query, request, reply }) => answerPage(await approvals.list(viewer, query), request, reply))
  serve(app, routes.approvals.ofPosts)(async ({ viewer, query }) => approvals.ofPosts(viewer, query.ids))
  serve(
    app,
    routes.approvals.create,
  )(async ({ viewer, body, request }) =>
    approvals.create(viewer, body, request.headers['idempotency-key'], (token) => `${originOf(request)}/s/${token}`),
  )
  serve(
    app,
    routes.approvals.remove,
  )(async ({ viewer, params }) => {
    await approvals.withdraw(viewer, params.approvalId)
    return { success: true }
  })
  app.register(async (scope) => serveAnswers(scope, answers, links))
}

const HEADERS = { 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES_MAX = 32_768

/** Decisions of clients: as JSON, or as a form of the page, which is sent back to it. */
function serveAnswers(app: FastifyInstance, answers: ApprovalAnswers, links: Pick<LinksService, 'openLink'>): void {
  app.addHook('onRequest', async (_, reply) => void reply.headers(HEADERS))
  app.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_BYTES_MAX }, (_, body, done) =>
    done(null, fieldsOf(String(body))),
  )
  app.setErrorHandler((error, request, reply) => {
    const failure = app.failureFor(error, request)
    return isForm(request) ? toPage(request, reply, failure.code) : send(reply, failure, request)
  })

  serve(
    app,
    routes.approvals.answer,
  )(async ({ params: { token }, body, request, reply }) => {
    const link = await links.openLink(request, token, 'approval')
    const answered = await answers.answer(link, token, body)
    return isForm(request) ? toPage(request, reply) : answered
  })
  serve(
    app,
    routes.approvals.undo,
  )(async ({ params: { token }, body, request, reply }) => {
    const link = await links.openLink(request, token, 'approval')
    const answered = await answers.undo(link, token, body)
    return isForm(request) ? toPage(request, reply) : answered
  })
}

/** A form ends lines in two characters, of which its field has counted one. */
const fieldsOf = (form: string) => Object.fromEntries(new URLSearchParams(form.replaceAll('%0D%0A', '%0A')))

const isForm = ({ headers }: FastifyRequest): boolean => (headers['content-type'] ?? '').toLowerCase().startsWith(FORM)

/** @param note why it was refused: the page has a sentence for it. */
function toPage({ params, body }: FastifyRequest, reply: FastifyReply, note?: string): typeof STREAMED {
  const { token } = params as { token: string }
  const item = typeof body === 'object' && body !== null && 'item' in body ? String(body.item) : ''
  const query = new URLSearchParams({ ...(item && { item }), ...(note !== undefined && { note }) })
  reply.redirect(`/s/${encodeURIComponent(token)}?${query}`, 303)
  return STREAMED
}
