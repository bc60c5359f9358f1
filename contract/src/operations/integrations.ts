import * as z from 'zod'
import { INTEGRATION_STATES, INTEGRATIONS } from '../base/limits.ts'
import { route } from '../base/route.ts'
import { Moment } from '../base/shared.ts'

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
    reply: Integration,
  }),
}
