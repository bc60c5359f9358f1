import type { QueryClient } from '@tanstack/react-query'
import type { createRefetching, Refetching } from './refetching.ts'

interface RefetchingFile {
  readonly createRefetching: typeof createRefetching
}

/**
 * What is fetched again is of every domain, so its file is fetched when there is something to do: a page loads without it. What
 * could not be done for want of the file is caught up with when it is there.
 */
export function refetchLater(
  client: QueryClient,
  fetchFile: () => Promise<RefetchingFile> = () => import('./refetching.ts'),
): {
  readonly run: (act: (refetching: Refetching) => void) => void
  readonly stop: () => void
} {
  let loading: Promise<Refetching> | null = null
  let hasMissed = false
  const stopped = new AbortController()
  const load = async (): Promise<Refetching> => {
    const { createRefetching } = await fetchFile()
    const refetching = createRefetching(client)
    if (stopped.signal.aborted) refetching.stop()
    else stopped.signal.addEventListener('abort', refetching.stop)
    return refetching
  }
  return {
    run: (act) => {
      loading ??= load()
      loading.then(
        (refetching) => {
          if (stopped.signal.aborted) return
          if (hasMissed) refetching.catchUp()
          hasMissed = false
          act(refetching)
        },
        () => {
          loading = null
          hasMissed = true
        },
      )
    },
    stop: () => stopped.abort(),
  }
}
