/** What accounts take along and leave when they move to another company, said before it is confirmed. */
import { useQuery } from '@tanstack/react-query'
import { accountUses } from '../queries/batches.ts'
import { sumUses } from '../rules/uses.ts'
import { texts } from '../texts/uses.ts'

export function MoveNote({ accountIds }: { readonly accountIds: readonly number[] }) {
  const uses = useQuery(accountUses(accountIds))
  if (uses.isPending) {
    return (
      <p className="text-label text-ink-2" role="status">
        {texts.loading}
      </p>
    )
  }
  if (!uses.data) {
    return (
      <p className="text-label text-ink-2" role="alert">
        {texts.failed}{' '}
        <button type="button" className="link" onClick={() => void uses.refetch()}>
          {texts.tryAgain}
        </button>
      </p>
    )
  }
  return (
    <div
      className="-mt-2 mb-2 grid gap-1 rounded-panel border border-line px-4 py-3 text-label text-ink-2"
      role="status"
    >
      {texts.move(sumUses(uses.data), accountIds.length === 1).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}
