/** One account against similar ones, or against a named group: where it stands, who the others are, and who is left out. */
import './comparison.css'
import type { AccountGroup, Peers } from '@tangelo/contract'
import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { usePending } from '#lib/use-pending.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Panel } from '#ui/panel.tsx'
import { Select } from '#ui/select.tsx'
import { useDelayed } from '#ui/skeleton.tsx'
import { accountGroups, peersOf } from '../queries.ts'
import { peersEvidence } from '../rules/evidence.ts'
import { markFinding } from '../rules/sentence.ts'
import { texts } from '../texts/peers.ts'
import { FEWEST_PEERS, FewPeers } from './few-peers.tsx'
import { PanelHead, Sentence, type View } from './panel-head.tsx'
import { type Peer, PeersBody } from './peers-body.tsx'
import { PeersLoading } from './peers-loading.tsx'
import type { ComparedAccount } from './use-compared-accounts.ts'

interface PeersPanelProps {
  /** The one compared first. */
  readonly accounts: readonly [ComparedAccount, ...ComparedAccount[]]
  /** Of the address. */
  readonly group: string | undefined
  readonly exclude: string | undefined
  readonly isAdmin: boolean
  readonly onAccount: (id: number) => void
  readonly onGroup: (group: string | undefined) => void
  /** Leaves a peer out, or takes it in again. */
  readonly onToggle: (accountId: number) => void
  readonly onEditGroup: (group: AccountGroup) => void
  readonly onMakeGroup: () => void
}

const HEADING = 'comparison-peers'
const SIMILAR = 'similar'

export function PeersPanel(props: PeersPanelProps) {
  const { accounts, exclude, onAccount, onGroup, onToggle } = props
  const [account] = accounts
  const groups = useQuery(accountGroups(account.companyId))
  const own = (groups.data ?? []).filter(({ companyId }) => companyId === account.companyId)
  const group = own.find(({ id }) => String(id) === props.group)
  const peers = useQuery({
    ...peersOf(account.id, group?.id, exclude ?? ''),
    // Those of another account would stand under the name of this one.
    placeholderData: (known, query) => (query?.queryKey.includes(account.id) ? known : undefined),
    // Whether the group of the address is there is known first.
    enabled: props.group === undefined || !groups.isPending,
  })
  const isPending = usePending(peers.isPending)
  const isLate = useDelayed(isPending)
  const [view, setView] = useState<View>('chart')
  const [news, setNews] = useState('')
  const title = texts.peers.title(account.username)
  const data = isPending ? undefined : peers.data && sortPeers(peers.data)
  const counted = data?.peers.filter(({ isExcluded }) => !isExcluded).length ?? 0
  const isFew = counted < FEWEST_PEERS

  const toggle = (peer: Peer): void => {
    setNews((peer.isExcluded ? texts.peers.includedNews : texts.peers.excludedNews)(peer.username))
    onToggle(peer.accountId)
  }
  const controls = (
    <>
      {accounts.length > 1 ? (
        <Select
          label={texts.peers.account}
          prefix={texts.peers.account}
          hideLabel
          isInAddress
          value={String(account.id)}
          onChange={(id) => onAccount(Number(id))}
          options={accounts.map(({ id, username }) => ({ value: String(id), label: `@${username}` }))}
        />
      ) : null}
      <Select
        label={texts.peers.group}
        prefix={texts.peers.group}
        hideLabel
        isInAddress
        value={group ? String(group.id) : SIMILAR}
        onChange={(id) => onGroup(id === SIMILAR ? undefined : id)}
        options={[
          { value: SIMILAR, label: texts.peers.similar },
          ...own.map(({ id, name, accountIds }) => ({
            value: String(id),
            label: texts.peers.named(name, accountIds.length),
          })),
        ]}
      />
      {group ? (
        <IconButton icon={<Pencil />} label={texts.peers.edit} onClick={() => props.onEditGroup(group)} />
      ) : null}
    </>
  )
  return (
    <Panel
      aria-labelledby={HEADING}
      aria-busy={isPending || peers.isPlaceholderData}
      className={`comparison mt-4 ${peers.isPlaceholderData && peers.data?.basis.groupId !== (group?.id ?? null) ? 'opacity-60' : ''}`}
    >
      <PanelHead
        id={HEADING}
        title={title}
        controls={controls}
        view={view}
        onView={data && !isFew ? setView : undefined}
        evidence={() => (data ? peersEvidence(title, data) : { title, formulas: [], words: '', pairs: [] })}
      >
        {data ? (
          isFew ? (
            <FewPeers basis={data.basis} counted={counted} isAdmin={props.isAdmin} onMakeGroup={props.onMakeGroup} />
          ) : (
            <Answer peers={data} />
          )
        ) : null}
      </PanelHead>
      <p className="sr-only" role="status">
        {news}
      </p>
      {isPending ? <PeersLoading isLate={isLate} /> : null}
      {!isPending && !data ? <QueryFailed title={texts.peers.failed} query={peers} /> : null}
      {data ? <PeersBody peers={data} account={account} isFew={isFew} view={view} onToggle={toggle} /> : null}
    </Panel>
  )
}

/** Those who grow fastest first, unknown growth and excluded peers last. */
function sortPeers(peers: Peers): Peers {
  const rank = ({ growth, isExcluded }: Peer) => (isExcluded ? Number.NEGATIVE_INFINITY : (growth ?? -Number.MAX_VALUE))
  return { ...peers, peers: peers.peers.toSorted((one, other) => rank(other) - rank(one) || 0) }
}

function Answer({ peers }: { peers: Peers }) {
  return (
    <>
      <Sentence text={markFinding(peers.sentence)} />
      <p className="mt-1 text-label text-ink-2">{peers.basis.sentence}</p>
    </>
  )
}
