import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment, Paging, PathId } from '../base/shared.ts'
import { Reauthentication } from './auth.ts'
import { ROLES } from './limits.ts'

export const Session = z.object({
  /** Names the session; opens nothing. */
  id: z.string(),
  /** Such as 'Firefox 145 on Linux'; null where the program did not say. */
  browser: z.string().nullable(),
  /** Where it was last seen; null for sessions of earlier versions. */
  address: z.string().nullable(),
  beganAt: Moment,
  /** To five minutes. */
  lastSeenAt: Moment,
  /** The caller's own. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

const params = z.strictObject({ sessionId: z.string().regex(/^[\w-]{1,60}$/, 'is no session') })
const Ended = z.object({ ended: z.int() })

export const sessions = {
  own: route({
    method: 'GET',
    path: '/api/sessions',
    access: 'signedIn',
    summary: 'List the own sessions, the one last seen first',
    reply: z.array(Session),
  }),
  end: route({
    method: 'POST',
    path: '/api/sessions/:sessionId/end',
    access: 'signedIn',
    summary: "End a session of one's own",
    params,
    body: Reauthentication,
    reply: Done,
  }),
  endOthers: route({
    method: 'POST',
    path: '/api/sessions/end-others',
    access: 'signedIn',
    summary: "End every session of one's own but the one that asks",
    body: Reauthentication,
    reply: Ended,
  }),
  list: route({
    method: 'GET',
    path: '/api/admin/sessions',
    access: 'admin',
    summary: "List everybody's sessions, the newest first; `q` finds users and addresses",
    query: Paging,
    reply: z.array(Session.extend({ userId: z.int(), username: z.string(), role: z.enum(ROLES) })),
    paged: true,
  }),
  endOne: route({
    method: 'DELETE',
    path: '/api/admin/sessions/:sessionId',
    access: 'admin',
    summary: 'End a session of anybody',
    params,
    reply: Done,
  }),
  endMany: route({
    method: 'DELETE',
    path: '/api/admin/sessions',
    access: 'admin',
    summary: 'End all sessions, or all of one user, but the one that asks',
    query: z.strictObject({ userId: PathId.optional() }),
    reply: Ended,
  }),
}
