import { Unplug } from 'lucide-react'
import { formatWhole } from '#lib/format.ts'
import { useSession } from '#lib/session.ts'
import type { Webhook } from '../queries/webhooks.ts'
import { texts } from '../texts.ts'
import { SwitchOn } from './switch-on.tsx'

const NAMED_MAX = 3

/** Names webhooks that were switched off, each with the way to switch it on again. */
export function SwitchedOff({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  const ownId = useSession().user?.id
  const unnamed = webhooks.length - NAMED_MAX
  return (
    <section
      aria-label={texts.banner.region}
      className="mb-5 rounded-panel border border-bad-mark bg-surface px-4 py-2.5 text-body"
    >
      <ul className="grid gap-2">
        {webhooks.slice(0, NAMED_MAX).map(({ userId, username, message }) => (
          <li key={userId} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Unplug className="size-4 flex-none text-bad" aria-hidden="true" />
            <p className="min-w-0 flex-1 basis-60 break-words">
              {userId === ownId ? texts.banner.own : texts.banner.of(username)}{' '}
              <span className="text-ink-2">{message}</span>
            </p>
            <SwitchOn userId={userId} />
          </li>
        ))}
      </ul>
      {unnamed > 0 ? (
        <p className="mt-1.5 pl-7 text-note text-ink-2">{texts.banner.more(formatWhole(unnamed))}</p>
      ) : null}
    </section>
  )
}
