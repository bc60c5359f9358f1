import * as z from 'zod'
import { route } from '../base/route.ts'
import { Done, Moment } from '../base/shared.ts'

/** What went wrong on the server. The same fault is one entry, however often it happened. No secret is part of it. */
export const ErrorLogEntry = z.object({
  id: z.int(),
  /** What was being done: 'request failed'. */
  doing: z.string(),
  /** What went wrong, at the last time. */
  message: z.string(),
  /** Where in the program: 'features/reels/reels.service.ts:120'; null where that is not known. */
  place: z.string().nullable(),
  times: z.int(),
  firstAt: Moment,
  lastAt: Moment,
  /** The request that met it last, as answers of status 500 name it. */
  requestId: z.string().nullable(),
})
export type ErrorLogEntry = z.infer<typeof ErrorLogEntry>

export const errorLog = {
  list: route({
    method: 'GET',
    path: '/api/system/errors',
    access: 'admin',
    summary: 'List what went wrong on the server, the latest first; 200 at most are kept',
    reply: z.array(ErrorLogEntry),
  }),
  clear: route({
    method: 'DELETE',
    path: '/api/system/errors',
    access: 'admin',
    summary: 'Forget the errors that are kept',
    reply: Done,
  }),
}
