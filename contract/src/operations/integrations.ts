import * as z from 'zod'
import { SOURCES } from '../analytics/limits.ts'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'
import { INTEGRATION_STATES, INTEGRATIONS } from './limits.ts'

/** One outside service, or what stands in its place. No secret is ever part of it. */
export const Integration = z.object({
  name: z.enum(INTEGRATIONS),
  /** As people call it: 'Instagram Graph API'. */
  title: z.string(),
  state: z.enum(INTEGRATION_STATES),
  /** One sentence: what it does here, or why it fails. */
  explanation: z.string(),
  /** What to do next; null when there is nothing to do. */
  nextStep: z.string().nullable(),
  /** Environment variables that connect it; empty for what is built in. */
  settings: z.array(z.object({ name: z.string(), isSet: z.boolean() })),
  /** How much of what the service allows is used, in percent; null where it does not say. */
  usedPercent: z.number().nullable(),
  /** No calls before this moment: a limit, or a pause after failures. */
  pausedUntil: Moment.nullable(),
  lastSucceededAt: Moment.nullable(),
  lastFailedAt: Moment.nullable(),
})
export type Integration = z.infer<typeof Integration>

/** How the test of a source went on the account that it read; null where no account is read. */
const TestedAccount = z.object({
  username: z.string(),
  /** Null where the source gave no figures. */
  followers: z.int().nullable(),
  /** Why it gave none, as a sentence. */
  message: z.string().nullable(),
})
const TestedIntegration = Integration.extend({ account: TestedAccount.nullable() })

/** How many accounts can be read in a day, and how many there are. */
export const Capacity = z.object({
  accounts: z.int(),
  /** Accounts that were read within the last 24 hours, from whichever source. */
  readLately: z.int(),
  /** Readings that fall on a day, by the intervals of the accounts; a name that several companies track is read once. */
  duePerDay: z.int(),
  /** What all connections together can read in a day, as they are now. */
  perDay: z.int(),
  /** Names whose time has come and that have not been read. */
  waiting: z.int(),
  sources: z.array(
    z.object({
      name: z.enum(SOURCES),
      /** What all its connections can read; 0 while it is not connected or fails, null without a limit. */
      perDay: z.int().nullable(),
      /** What it could read, once connected or repaired. */
      perDayAtBest: z.int().nullable(),
      /** How many of the connections that were added can read now. */
      connections: z.int(),
      /** Accounts whose latest figures came from it, and when the last of them were read. */
      accounts: z.int(),
      lastReadAt: Moment.nullable(),
      /** The account that a test reads: an own one where there is one. */
      testAccount: z.string().nullable(),
    }),
  ),
})
export type Capacity = z.infer<typeof Capacity>

export const integrations = {
  list: route({
    method: 'GET',
    path: '/api/connections',
    access: 'admin',
    summary: 'List the outside services and how they do',
    reply: z.array(Integration),
  }),
  test: route({
    method: 'POST',
    path: '/api/connections/:name/test',
    access: 'admin',
    summary: 'Ask an outside service something small, now, and say how it went',
    params: z.strictObject({ name: z.enum(INTEGRATIONS, `must be one of: ${INTEGRATIONS.join(', ')}`) }),
    reply: TestedIntegration,
  }),
  capacity: route({
    method: 'GET',
    path: '/api/connections/capacity',
    access: 'admin',
    summary: 'Count what the connected sources can read in a day, and what there is to read',
    reply: Capacity,
  }),
}
