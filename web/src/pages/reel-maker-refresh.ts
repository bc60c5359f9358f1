/** Fetching everything on the page of reels again. */
import { useState } from 'react'
import { reelLoadFailure as loadFailure, reelTexts as texts } from '#features/reels/index.ts'
import { toast } from '#ui/toast.tsx'

/** Asks for everything again on request, and says how that went. What is shown stays while it fails. */
export function useRefresh(askAgain: () => Promise<Error | null>) {
  const [busy, setBusy] = useState(false)
  const [news, setNews] = useState('')
  const start = async (): Promise<void> => {
    setNews('')
    setBusy(true)
    const error = await askAgain()
    setBusy(false)
    if (!error) return setNews(texts.refreshed)
    toast({
      title: texts.list.failed,
      description: loadFailure(error),
      tone: 'destructive',
      action: { label: texts.list.tryAgain, onAction: () => void start() },
    })
  }
  return { busy, news, start: () => void start() }
}
