/** Accounts beside each other, and one of them against its peers. The URL holds the accounts, the period and the peers left out. */
import type { AccountGroup } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  accountGroups,
  ComparePicks,
  chooseCompared,
  comparedIdsFrom,
  comparedIdsText,
  PeersPanel,
  SeriesPanel,
  comparisonTexts as texts,
  togglePeer,
  useComparedAccounts,
} from '#features/analytics/index.ts'
import { ShareButton } from '#features/clients/index.ts'
import { useCompanyToday } from '#features/content/index.ts'
import { makePreloadable, usePreload } from '#lib/preloadable.tsx'
import { useSession } from '#lib/session.ts'
import { usePending } from '#lib/use-pending.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FailedState } from '#ui/failed-state.tsx'
import { Panel } from '#ui/panel.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { CompareLoading } from './compare-loading.tsx'

const GroupDialog = makePreloadable(
  async () => (await import('#features/analytics/comparison/components/group-dialog.tsx')).GroupDialog,
)

const route = getRouteApi('/compare')

export function ComparePage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isAdmin = useSession().user?.role === 'admin'
  const compared = useComparedAccounts(comparedIdsFrom(search.accounts))
  const { accounts, missing } = compared
  const [first, ...others] = accounts
  const today = useCompanyToday(first?.companyId ?? undefined)
  const groups = useQuery({
    ...accountGroups(first?.companyId),
    enabled: search.group !== undefined && first !== undefined,
  })
  const group = groups.data?.find(({ id }) => String(id) === search.group)
  const [dialog, setDialog] = useState<'new' | AccountGroup | null>(null)
  const isPending = usePending(compared.isPending)
  const isLate = useDelayed(isPending)
  usePreload(GroupDialog)

  /** `next` is given what was chosen last, which may not be drawn yet. */
  const update = (next: (known: typeof search) => typeof search): void => {
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  const change = (next: typeof search): void => update((known) => ({ ...known, ...next }))
  const findFirst = (ids: readonly number[]): number | undefined => ids.find((id) => !missing.includes(id))
  const choose = (pick: (ids: readonly number[]) => readonly number[]): void =>
    update((known) => {
      const before = comparedIdsFrom(known.accounts) ?? compared.ids
      const ids = pick(before)
      // Who is looked at decides who the peers are.
      const exclude = findFirst(ids) === findFirst(before) ? known.exclude : undefined
      return { ...known, accounts: comparedIdsText(ids), exclude }
    })

  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-title">{texts.title}</h1>
          <p className="mt-0.5 text-body text-ink-2">{texts.subtitle}</p>
        </div>
        {first || isPending ? (
          <div className="flex gap-2 max-desk:w-full max-desk:[&>*]:flex-1 desk:mt-1">
            {group ? (
              <ShareButton kind="group" targetId={group.id} name={group.name} companyId={group.companyId} />
            ) : null}
            <Button icon={<Plus />} disabled={isPending} onClick={() => setDialog('new')}>
              {texts.group.saveAs}
            </Button>
          </div>
        ) : null}
      </div>
      {isPending ? <CompareLoading isLate={isLate} /> : null}
      {compared.error ? (
        <Panel className="mt-5">
          <FailedState title={texts.series.failed} cause={compared.error.message} onRetry={compared.retry} />
        </Panel>
      ) : null}
      {!isPending && !compared.error ? (
        compared.hasAny || first || missing.length > 0 ? (
          <ComparePicks
            ids={compared.ids}
            accounts={accounts}
            missing={missing}
            onToggle={(id, isChosen) => choose((ids) => chooseCompared(ids, id, isChosen))}
          />
        ) : (
          <Panel className="mt-5">
            <EmptyState
              title={texts.empty.title}
              text={isAdmin ? texts.empty.admin : texts.empty.text}
              actions={
                isAdmin ? (
                  <Link to="/" className="button" data-variant="primary">
                    {texts.empty.add}
                  </Link>
                ) : undefined
              }
            />
          </Panel>
        )
      ) : null}
      {first && !isPending ? (
        <>
          <SeriesPanel
            accounts={accounts}
            period={search.period ?? '180'}
            scale={search.scale ?? 'indexed'}
            today={today}
            onPeriod={(period) => change({ period: period === '180' ? undefined : period })}
            onScale={(scale) => change({ scale: scale === 'indexed' ? undefined : scale })}
          />
          <PeersPanel
            accounts={[first, ...others]}
            group={search.group}
            exclude={search.exclude}
            isAdmin={isAdmin}
            onAccount={(id) => choose((ids) => [id, ...ids.filter((one) => one !== id)])}
            onGroup={(group) => change({ group, exclude: undefined })}
            onToggle={(id) => update((known) => ({ ...known, exclude: togglePeer(known.exclude, id) }))}
            onEditGroup={setDialog}
            onMakeGroup={() => setDialog('new')}
          />
        </>
      ) : null}
      {!first && !isPending && compared.hasAny ? (
        <Panel>
          <EmptyState
            title={texts.empty.noneTitle}
            text={texts.empty.noneText}
            actions={<Button onClick={() => change({ accounts: undefined })}>{texts.empty.largest}</Button>}
          />
        </Panel>
      ) : null}
      {dialog ? (
        <GroupDialog
          group={dialog === 'new' ? undefined : dialog}
          accounts={accounts}
          onClose={() => setDialog(null)}
          onSaved={({ id }) => {
            setDialog(null)
            change({ group: String(id), exclude: undefined })
          }}
          onRemoved={() => {
            setDialog(null)
            change({ group: undefined, exclude: undefined })
          }}
        />
      ) : null}
    </>
  )
}
