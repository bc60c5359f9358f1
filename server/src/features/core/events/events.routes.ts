import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerEvents } from '#platform/http/event-stream.ts'
import { serve } from '#platform/http/serve.ts'
import type { EventsService } from './events.service.ts'

export function eventsRoutes(app: FastifyInstance, events: EventsService): void {
  serve(app, routes.events.list)(async ({ viewer }) => events.list(viewer))
  serve(
    app,
    routes.events.retry,
  )(async ({ viewer, params }) => {
    await events.retry(viewer, params.workId)
    return { success: true }
  })
  serve(
    app,
    routes.events.cancel,
  )(async ({ viewer, params }) => {
    await events.cancel(viewer, params.workId)
    return { success: true }
  })
  serve(
    app,
    routes.events.events,
  )(async ({ viewer, request, reply }) =>
    answerEvents(request, reply, (after, stream) => events.follow(viewer, after, stream)),
  )
}
