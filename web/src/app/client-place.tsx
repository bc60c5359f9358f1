/** Whose work is shown: administrators choose a client, everyone else reads their company's name. */
import { Suspense } from 'react'
import { lazyExtra } from '#lib/lazy-extra.ts'
import { useSession } from '#lib/session.ts'
import { ClientMark } from './client-mark.tsx'

/** Without it the client stays as it is. */
const ClientSwitcher = lazyExtra(async () => (await import('./client-switcher.tsx')).ClientSwitcher)

export function ClientPlace() {
  const { user } = useSession()
  if (user?.role === 'admin') {
    // Its place is kept, so that nothing moves when it comes.
    return (
      <div className="flex min-w-0 broad:min-w-51">
        <Suspense fallback={null}>
          <ClientSwitcher />
        </Suspense>
      </div>
    )
  }
  return user?.companyName ? (
    <p className="client">
      <ClientMark name={user.companyName} />
      <b className="truncate font-strong">{user.companyName}</b>
    </p>
  ) : null
}
