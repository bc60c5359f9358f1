/** Webhooks that were switched off: users who may switch them on again see it on every page until one does. */
import { useQuery } from '@tanstack/react-query'
import { makePreloadable } from '#lib/preloadable.tsx'
import { switchedOffWebhooks } from '../queries/switched-off.ts'

const SwitchedOff = makePreloadable(async () => (await import('./switched-off.tsx')).SwitchedOff)

export function WebhookBanner() {
  const { data: webhooks = [] } = useQuery(switchedOffWebhooks())
  return webhooks.length === 0 ? null : <SwitchedOff webhooks={webhooks} />
}
