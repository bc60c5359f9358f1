/** Fewer than eight peers: a place among so few says very little, so no dots are drawn. */
import type { Peers } from '@tangelo/contract'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { texts } from '../texts/peers.ts'
import { Sentence } from './panel-head.tsx'

/** The server gives no place among fewer. */
export const FEWEST_PEERS = 8

interface FewPeersProps {
  readonly basis: Peers['basis']
  /** Those that are not excluded. */
  readonly counted: number
  readonly isAdmin: boolean
  readonly onMakeGroup: () => void
}

export function FewPeers({ basis, counted, isAdmin, onMakeGroup }: FewPeersProps) {
  const words = texts.peers.few
  const isGroup = basis.kind === 'group'
  return (
    <div className="pb-5">
      <Sentence text={(isGroup ? words.group : words.similar)(counted, FEWEST_PEERS)} />
      <p className="mt-1 max-w-[60ch] text-label text-ink-2">
        {isGroup ? words.groupHint(counted) : words.similarHint(basis.sentence, counted)}
      </p>
      <div className="mt-3.5 flex flex-wrap gap-2">
        {isGroup ? null : (
          <>
            {isAdmin ? (
              <Link to="/" className="button">
                <Plus />
                {words.add}
              </Link>
            ) : null}
            <Button variant={isAdmin ? 'quiet' : 'default'} onClick={onMakeGroup}>
              {words.make}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
