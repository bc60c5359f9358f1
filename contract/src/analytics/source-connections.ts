import * as z from 'zod'
import { oneLine } from '../base/one-line.ts'
import { route } from '../base/route.ts'
import { Day, Done, Moment, PathId } from '../base/shared.ts'
import {
  CALLS_PER_HOUR_MAX,
  CONNECTED_SOURCES,
  CONNECTION_NAME_MAX_LENGTH,
  CONNECTION_STATES,
  CONNECTION_TOKEN_MAX_LENGTH,
} from './limits.ts'

/** One connection that an administrator has added to a source, beside that of the settings. Its token is never part of it. */
export const SourceConnection = z.object({
  id: z.int(),
  source: z.enum(CONNECTED_SOURCES),
  name: z.string(),
  /** Of the professional account that makes the calls; null where the source needs none. */
  ownId: z.string().nullable(),
  state: z.enum(CONNECTION_STATES),
  /** Why it fails, as a sentence that names it; null while it does not. */
  message: z.string().nullable(),
  callsPerHour: z.int(),
  /** Accounts that it can read in a day; 0 while it is paused or fails. */
  perDay: z.int(),
  /** How much of what the source allows is used, in percent; null where the source does not say. */
  usedPercent: z.number().nullable(),
  /** No calls before this moment: a limit, or a pause after failures. */
  pausedUntil: Moment.nullable(),
  lastSucceededAt: Moment.nullable(),
  lastFailedAt: Moment.nullable(),
  /** As it was entered; null where it does not end, or it was not entered. */
  tokenEndsOn: Day.nullable(),
  createdAt: Moment,
})
export type SourceConnection = z.infer<typeof SourceConnection>

const name = oneLine(
  z
    .string('A name is required')
    .trim()
    .min(1, 'A name is required')
    .max(CONNECTION_NAME_MAX_LENGTH, `Names have at most ${CONNECTION_NAME_MAX_LENGTH} characters`),
)
const token = z
  .string('A token is required')
  .trim()
  .min(1, 'A token is required')
  .max(CONNECTION_TOKEN_MAX_LENGTH, `Tokens have at most ${CONNECTION_TOKEN_MAX_LENGTH} characters`)
  .regex(/^[\x21-\x7e]+$/, 'Tokens hold no spaces')
const ownId = z
  .string('The user id is required')
  .trim()
  .regex(/^[0-9]{1,30}$/, 'The user id consists of digits')
const callsPerHour = z
  .int('must be a whole number')
  .min(1, 'must be at least 1')
  .max(CALLS_PER_HOUR_MAX, `must be at most ${CALLS_PER_HOUR_MAX}`)
  .nullable()
const params = z.strictObject({ connectionId: PathId })

/** Answers 409 `connection_refused` with the reason where the source did not answer, and 409 `name_taken`. */
export const sourceConnections = {
  list: route({
    method: 'GET',
    path: '/api/source-connections',
    access: 'admin',
    summary: 'List the connections that administrators have added to the sources of figures',
    reply: z.array(SourceConnection),
  }),
  create: route({
    method: 'POST',
    path: '/api/source-connections',
    access: 'admin',
    summary: 'Add a connection to a source; it is kept only if it answers',
    body: z.discriminatedUnion('source', [
      z.strictObject({
        source: z.literal('graph'),
        name,
        token,
        ownId,
        callsPerHour: callsPerHour.optional(),
        /** Administrators with the rule are warned seven days and one day before. */
        tokenEndsOn: Day.nullable().optional(),
      }),
      z.strictObject({ source: z.literal('apify'), name, token, callsPerHour: callsPerHour.optional() }),
    ]),
    reply: SourceConnection,
    status: 201,
  }),
  update: route({
    method: 'PUT',
    path: '/api/source-connections/:connectionId',
    access: 'admin',
    summary: 'Rename, pause, resume or renew a connection; absent fields stay, a new token is kept only if it answers',
    params,
    body: z.strictObject({
      name: name.optional(),
      isPaused: z.boolean().optional(),
      /** Null: the usual number of the source. */
      callsPerHour: callsPerHour.optional(),
      /** Its end is not known, unless it comes along. */
      token: token.optional(),
      ownId: ownId.optional(),
      tokenEndsOn: Day.nullable().optional(),
    }),
    reply: SourceConnection,
  }),
  test: route({
    method: 'POST',
    path: '/api/source-connections/:connectionId/test',
    access: 'admin',
    summary: 'Read one account through a connection, now, and say how it went',
    params,
    reply: SourceConnection,
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/source-connections/:connectionId',
    access: 'admin',
    summary: 'Remove a connection: no call goes through it from then on',
    params,
    reply: Done,
  }),
}
