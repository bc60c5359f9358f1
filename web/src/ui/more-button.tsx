/** Fetches the next page of a list, and is there only while there is one. */
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

interface MoreButtonProps {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
  readonly children: ReactNode
}

export function MoreButton({ list, children }: MoreButtonProps) {
  return list.hasNextPage ? (
    <Button className="mt-3" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
      {children}
    </Button>
  ) : null
}
