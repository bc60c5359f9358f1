/** The peers themselves: four strips of dots beside the list, or all of it as a table. */
import type { Peers } from '@tangelo/contract'
import { useState } from 'react'
import { formatMeasure } from '../rules/words.ts'
import { texts } from '../texts/peers.ts'
import { DotStrip, type HotDot } from './dot-strip.tsx'
import type { View } from './panel-head.tsx'
import { PeerList } from './peer-list.tsx'
import { PeerTable } from './peer-table.tsx'
import type { ComparedAccount } from './use-compared-accounts.ts'

export type Peer = Peers['peers'][number]

interface BodyProps {
  peers: Peers
  account: ComparedAccount
  isFew: boolean
  view: View
  onToggle: (peer: Peer) => void
}

export function PeersBody({ peers: { places, peers, own }, account, isFew, view, onToggle }: BodyProps) {
  const [hot, setHot] = useState<HotDot | null>(null)
  const exclude = (peer: Peer): void => {
    setHot(null)
    onToggle(peer)
  }
  const hotPeer = hot?.measure ? peers.find(({ accountId }) => accountId === hot.accountId) : undefined
  const list = <PeerList peers={peers} hot={hot} onHot={setHot} onToggle={onToggle} />
  if (isFew) {
    return peers.some(({ isExcluded }) => isExcluded) ? <div className="border-t border-line">{list}</div> : null
  }
  if (view === 'table') {
    return (
      <div className="mt-3.5 border-t border-line">
        <PeerTable username={account.username} followers={account.followers} own={own} peers={peers} />
      </div>
    )
  }
  return (
    <div className="peers">
      <div className="min-w-0">
        {places.map((place) => (
          <DotStrip key={place.measure} place={place} peers={peers} hot={hot} onHot={setHot} onExclude={exclude} />
        ))}
        <p className="border-t border-line px-4 py-2.5 text-caption leading-[18px] text-ink-3 desk:px-6">
          {texts.peers.key}
        </p>
        <p className="sr-only" aria-live="polite">
          {hotPeer && hot?.measure ? texts.peers.dot(hotPeer.username, readFigure(hotPeer, hot.measure)) : ''}
        </p>
      </div>
      {list}
    </div>
  )
}

function readFigure(peer: Peer, measure: NonNullable<HotDot['measure']>): string {
  const value = peer[measure]
  return value === null ? texts.peers.unknown : formatMeasure(measure, value)
}
