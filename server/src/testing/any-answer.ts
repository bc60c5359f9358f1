/** Any answer of the server, for tests of what all of them have in common. */
import { expect } from 'vitest'
import { openLog } from '#platform/log.ts'
import { type World, world } from './world.ts'

/** A world whose store has gone away: every question to it fails. */
export async function makeBrokenWorld() {
  const lines: string[] = []
  const here = await world({
    accounts: ['own'],
    breaksStore: true,
    app: { log: openLog('trace', { write: (line) => lines.push(line) }), logsRequests: true },
  })
  await here.database.queries.schema.alterTable('accounts').renameTo('gone').execute()
  return { ...here, lines }
}

export const bearer = ({ tokens }: World) => ({ authorization: `Bearer ${tokens.admin}` })

export function expectSafeHeaders(headers: Record<string, unknown>) {
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
  })
}
