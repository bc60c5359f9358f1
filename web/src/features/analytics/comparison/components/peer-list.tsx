/** The peers by growth: who they are, and who is left out. The twin of the dots for keyboard and readers. */
import type { Peers } from '@tangelo/contract'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { formatListed } from '../rules/words.ts'
import { texts } from '../texts/peers.ts'
import type { HotDot } from './dot-strip.tsx'

type Peer = Peers['peers'][number]

interface PeerListProps {
  /** Sorted as they are shown. */
  readonly peers: readonly Peer[]
  readonly hot: HotDot | null
  readonly onHot: (hot: HotDot | null) => void
  readonly onToggle: (peer: Peer) => void
}

const ROWS_FIRST = 11

export function PeerList({ peers, hot, onHot, onToggle }: PeerListProps) {
  const [showsAll, setShowsAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const toggled = useRef<number | null>(null)
  const excluded = peers.filter(({ isExcluded }) => isExcluded)
  const counted = peers.filter(({ isExcluded }) => !isExcluded)
  const shown = showsAll ? counted : counted.slice(0, ROWS_FIRST)

  // A row moves when it is excluded or included again, and takes the focus with it.
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-peer="${toggled.current}"] button`)
    if (peers.length > 0 && row && document.activeElement === document.body) row.focus()
    toggled.current = null
  }, [peers])

  const toggle = (peer: Peer): void => {
    toggled.current = peer.accountId
    onToggle(peer)
  }
  return (
    <section className="flex flex-col" aria-label={texts.peers.list}>
      <div className="flex min-h-11 items-center justify-between gap-3 pr-5 pl-4 text-label desk:pl-5">
        <b className="font-strong">{texts.peers.count(counted.length)}</b>
        <span className="text-caption text-ink-3">{texts.peers.listHead}</span>
      </div>
      <ul ref={list}>
        {[...shown, ...excluded].map((peer) => (
          <li
            key={peer.accountId}
            className="peer-row"
            data-peer={peer.accountId}
            data-hot={peer.accountId === hot?.accountId || undefined}
            onPointerEnter={() => onHot({ accountId: peer.accountId, measure: null })}
            onPointerLeave={() => onHot(null)}
          >
            <Avatar username={peer.username} size={20} />
            <span className={`truncate ${peer.isExcluded ? 'text-ink-3 line-through' : ''}`}>@{peer.username}</span>
            {peer.isExcluded ? (
              <span className="text-caption text-ink-3">{texts.peers.excluded}</span>
            ) : (
              <span className="text-ink-2">
                {peer.growth === null ? texts.peers.unknown : formatListed('growth', peer.growth)}
              </span>
            )}
            <IconButton
              size="small"
              icon={peer.isExcluded ? <Plus /> : <X />}
              label={(peer.isExcluded ? texts.peers.includeName : texts.peers.excludeName)(peer.username)}
              onFocus={() => onHot({ accountId: peer.accountId, measure: null })}
              onBlur={() => onHot(null)}
              onClick={() => toggle(peer)}
            />
          </li>
        ))}
      </ul>
      {counted.length > ROWS_FIRST || excluded.length > 0 ? (
        <div className="flex min-h-11 items-center justify-between gap-3 border-t border-line pr-5 pl-4 text-label desk:pl-5">
          {counted.length > ROWS_FIRST ? (
            <button
              type="button"
              className="link min-h-6"
              aria-expanded={showsAll}
              onClick={() => setShowsAll(!showsAll)}
            >
              {showsAll ? texts.peers.showFewer : texts.peers.showAll(counted.length)}
            </button>
          ) : (
            <span />
          )}
          {excluded.length > 0 ? (
            <span className="text-caption text-ink-3">{texts.peers.excludedByYou(excluded.length)}</span>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
