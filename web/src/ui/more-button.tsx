/** Fetches the next page of a list, and is there only while there is one. */
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface MoreButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className' | 'children'> {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<unknown>
  }
}

export function MoreButton({ list, ...button }: MoreButtonProps) {
  return list.hasNextPage ? (
    <Button {...button} busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()} />
  ) : null
}
