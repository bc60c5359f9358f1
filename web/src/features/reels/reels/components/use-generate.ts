/** 'Generate Reel': asks for the video of a reel, and says how that went. */
import type { Reel } from '@tangelo/contract'
import { toast } from '#ui/toast.tsx'
import { type Started, useStartRender } from '../queries.ts'
import { generateFailure, nameOf } from '../rules.ts'
import { texts } from '../texts.ts'

export interface Generate {
  /** The reel whose video is being requested; null when none is. */
  readonly busyId: string | null
  readonly start: (reel: Reel) => void
}

export function useGenerate(onStarted: (started: Started, reel: Reel) => void): Generate {
  const ask = useStartRender()
  const showFailureToast = (title: string, description: string): void =>
    toast({ title, description, tone: 'destructive' })
  return {
    busyId: ask.isPending ? ask.variables : null,
    start: (reel) => {
      if (!reel.id) return showFailureToast(texts.generate.failed, texts.generate.missingId)
      ask.mutate(reel.id, {
        onSuccess: (started) => {
          const description = texts.generate.submittedDescription(nameOf(reel))
          if (started.isNew) toast({ title: texts.generate.submitted, description })
          onStarted(started, reel)
        },
        onError: (error) => {
          const { title, description } = generateFailure(error)
          showFailureToast(title, description)
        },
      })
    },
  }
}
