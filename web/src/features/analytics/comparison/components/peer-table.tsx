/** The dots of all measures in figures: the account itself first, then its peers. */

import type { Peers } from '@tangelo/contract'
import { PEER_MEASURES } from '@tangelo/contract/limits'
import { formatWhole } from '#lib/format.ts'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { formatListed } from '../rules/words.ts'
import { texts } from '../texts/peers.ts'

type Figures = Peers['own']

interface PeerTableProps {
  readonly username: string
  readonly followers: number | null
  readonly own: Figures
  readonly peers: Peers['peers']
}

export function PeerTable({ username, followers, own, peers }: PeerTableProps) {
  return (
    <ScrollBox className="comparison-table max-h-none" label={texts.peers.table}>
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.peers.tableAccount}</th>
            <th scope="col">{texts.peers.tableFollowers}</th>
            {PEER_MEASURES.map((measure) => (
              <th key={measure} scope="col">
                {texts.peers.measures[measure].head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr data-own="">
            <Cells username={username} followers={followers} figures={own} />
          </tr>
          {peers.map((peer) => (
            <tr key={peer.accountId} data-excluded={peer.isExcluded || undefined}>
              <Cells username={peer.username} followers={peer.followers} figures={peer} />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

interface CellsProps {
  username: string
  followers: number | null
  figures: Figures
}

function Cells({ username, followers, figures }: CellsProps) {
  return (
    <>
      <th scope="row">@{username}</th>
      <td data-unknown={followers === null || undefined}>
        {followers === null ? texts.peers.unknown : formatWhole(followers)}
      </td>
      {PEER_MEASURES.map((measure) => {
        const value = figures[measure]
        return (
          <td key={measure} data-unknown={value === null || undefined}>
            {value === null ? texts.peers.unknown : formatListed(measure, value)}
          </td>
        )
      })}
    </>
  )
}
