/** The caption as the server draws it, requested when typing pauses; an outdated answer is not shown. */
import type { ReelSettings } from '@tangelo/contract'
import type { Caption } from '@tangelo/kernel'
import { useEffect, useState } from 'react'
import { drawCaption } from '../queries.ts'
import { prepareCaption } from './prepare-picture.ts'

const ASK_AFTER_MS = 200

interface CaptionPicture {
  /** Undefined before the first answer. */
  readonly picture: Caption | null | undefined
  readonly state: 'fits' | 'cut' | 'failed'
}

export function useCaptionPicture({ isShown, text, place, style }: ReelSettings['caption']): CaptionPicture {
  const [drawn, setDrawn] = useState<CaptionPicture>({ picture: undefined, state: 'fits' })
  useEffect(() => {
    if (!isShown || text.trim() === '') return setDrawn({ picture: null, state: 'fits' })
    const controller = new AbortController()
    const requestPicture = async (): Promise<void> => {
      try {
        const { picture, isCut } = await drawCaption({ isShown, text, place, style }, controller.signal)
        const caption = picture && (await prepareCaption(picture))
        if (!controller.signal.aborted) setDrawn({ picture: caption, state: isCut ? 'cut' : 'fits' })
      } catch {
        if (!controller.signal.aborted) setDrawn(({ picture }) => ({ picture, state: 'failed' }))
      }
    }
    const timer = window.setTimeout(() => void requestPicture(), ASK_AFTER_MS)
    return () => {
      window.clearTimeout(timer)
      controller.abort()
    }
  }, [isShown, text, place, style])
  return drawn
}
