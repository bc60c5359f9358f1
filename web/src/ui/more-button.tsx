/** Fetches the next page of a list, and is there only while there is one. Says why where it cannot be fetched. */
import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { showFailure } from './toast-store.ts'

const FAILED = 'More could not be loaded'

interface MoreButtonProps extends Pick<ComponentProps<typeof Button>, 'size' | 'variant' | 'className' | 'children'> {
  readonly list: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => Promise<{ readonly isFetchNextPageError: boolean; readonly error: Error | null }>
  }
}

export function MoreButton({ list, ...button }: MoreButtonProps) {
  const fetchMore = async (): Promise<void> => {
    const { isFetchNextPageError, error } = await list.fetchNextPage()
    if (isFetchNextPageError) showFailure(FAILED, error?.message ?? '')
  }
  return list.hasNextPage ? (
    <Button {...button} busy={list.isFetchingNextPage} onClick={() => void fetchMore()} />
  ) : null
}
