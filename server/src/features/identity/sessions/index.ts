export { sessionsRoutes } from './sessions.routes.ts'
export { type SessionsService, sessionsService } from './sessions.service.ts'
export { endSessions, namedUser } from './sessions.store.ts'
