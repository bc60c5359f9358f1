import { routes } from '@tangelo/contract'
import type { FastifyInstance } from 'fastify'
import { answerEvents } from '#platform/http/event-stream.ts'
import { serve } from '#platform/http/serve.ts'
import type { ActivityService } from './events.service.ts'

export function activityRoutes(app: FastifyInstance, activity: ActivityService): void {
  serve(app, routes.activity.list)(async ({ viewer }) => activity.list(viewer))
  serve(
    app,
    routes.activity.retry,
  )(async ({ viewer, params }) => {
    await activity.retry(viewer, params.workId)
    return { success: true }
  })
  serve(
    app,
    routes.activity.cancel,
  )(async ({ viewer, params }) => {
    await activity.cancel(viewer, params.workId)
    return { success: true }
  })
  serve(
    app,
    routes.activity.events,
  )(async ({ viewer, request, reply }) =>
    answerEvents(request, reply, (after, stream) => activity.follow(viewer, after, stream)),
  )
}
