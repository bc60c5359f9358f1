import { showFailure, toast } from '#ui/toast.tsx'
import { texts } from '../texts.ts'

/** Puts a text into the clipboard and says so. */
export function useCopy(): (text: string) => Promise<void> {
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: texts.copied })
    } catch {
      showFailure(texts.copyFailed)
    }
  }
}
