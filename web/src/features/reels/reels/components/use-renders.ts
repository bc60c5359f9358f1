/**
 * 'Generate Reel', and the renders that this page follows to their end: those it has started, and those that go on in its list.
 * Each end is announced once, its video confirmed once (spec §4), and everything round it asked again.
 */
import type { Reel, RenderResult } from '@tangelo/contract'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showFailure, toast } from '#ui/toast.tsx'
import { renderStatus } from '../../renders/queries.ts'
import { isDone, isEnded } from '../../renders/rules/status.ts'
import { confirmVideo, type Started, useStartRender } from '../queries/changes.ts'
import { refreshAll } from '../queries/reels.ts'
import { causeOf, generateFailure, nameOf } from '../rules.ts'
import { texts } from '../texts.ts'

interface Followed {
  readonly renderId: string
  /** As it was when it was followed first: the list may not have come to it yet. */
  readonly reel: Reel
}

export interface FollowedRender extends Followed {
  /** Undefined until it is known. */
  readonly render: RenderResult | undefined
  readonly isUnreachable: boolean
}

interface FollowedRenders {
  readonly renders: readonly FollowedRender[]
  readonly follow: (renderId: string, reel: Reel) => void
}

export function useFollowedRenders(reels: readonly Reel[]): FollowedRenders {
  const client = useQueryClient()
  const [followed, setFollowed] = useState<readonly Followed[]>([])
  const announced = useRef(new Set<string>())

  const follow = useCallback((renderId: string, reel: Reel): void => {
    setFollowed((known) => (known.some((one) => one.renderId === renderId) ? known : [...known, { renderId, reel }]))
  }, [])
  useEffect(() => {
    for (const reel of reels) {
      const { render } = reel
      if (render?.status !== 'processing' || announced.current.has(render.id)) continue
      // The list's state is shown until the render itself is fetched.
      const { queryKey } = renderStatus(render.id)
      client.setQueryData<RenderResult>(queryKey, (known) => (isFurther(known, render) ? known : render))
      follow(render.id, reel)
    }
  }, [client, reels, follow])

  const answers = useQueries({ queries: followed.map(({ renderId }) => renderStatus(renderId)) })
  useEffect(() => {
    for (const { data } of answers) {
      if (!data || !isEnded(data.status) || announced.current.has(data.id)) continue
      announced.current.add(data.id)
      const reel = followed.find(({ renderId }) => renderId === data.id)?.reel
      void showEndToast(data, reel ? nameOf(reel) : '', () => confirmVideo(client, data)).finally(() =>
        refreshAll(client),
      )
    }
  }, [answers, client, followed])

  const renders = followed.map((one, index) => ({
    ...one,
    render: answers[index]?.data,
    isUnreachable: answers[index]?.isError ?? false,
  }))
  return { renders, follow }
}

/** Whether what is known of a render is newer than what a list says: it has ended, or come further. */
function isFurther(known: RenderResult | undefined, listed: RenderResult): boolean {
  return known !== undefined && (isEnded(known.status) || known.progress >= listed.progress)
}

async function showEndToast(render: RenderResult, name: string, confirm: () => Promise<unknown>): Promise<void> {
  if (!isDone(render.status)) {
    if (render.isCancelled) return
    showFailure(texts.generate.renderFailed, texts.generate.renderFailedDescription(render.message))
    return
  }
  try {
    if (await confirm()) toast({ title: texts.generate.updated, description: texts.generate.updatedDescription(name) })
  } catch (error) {
    showFailure(texts.generate.updateFailed, causeOf(error))
  }
}

interface Generate {
  /** The reel whose video is being requested; null when none is. */
  readonly busyId: string | null
  readonly start: (reel: Reel) => void
}

/** Asks for the video of a reel, and says how that went. */
export function useGenerate(onStarted: (started: Started, reel: Reel) => void): Generate {
  const ask = useStartRender()
  // A second click finds its button as it was while the last changes of the editor are being saved: both start at once then.
  const starting = useRef(new Set<string>())
  return {
    busyId: ask.isPending ? ask.variables.id : null,
    start: (reel) => {
      if (!reel.id) return showFailure(texts.generate.failed, texts.generate.missingId)
      if (starting.current.has(reel.id)) return
      starting.current.add(reel.id)
      const request = ask.mutateAsync(reel).finally(() => starting.current.delete(reel.id))
      // A promise: the callbacks of `mutate` are dropped when the page is left before the answer.
      void request.then(
        (started) => {
          const description = texts.generate.submittedDescription(nameOf(reel))
          if (started.isNew) toast({ title: texts.generate.submitted, description })
          onStarted(started, reel)
        },
        (error: Error) => {
          const { title, description } = generateFailure(error)
          showFailure(title, description)
        },
      )
    },
  }
}
