import { toast } from './toast-store.ts'

/** Puts a text into the clipboard. Answers false where the browser refuses, after a toast has said so. */
export async function copyText(text: string, failed: { title: string; description?: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast({ ...failed, tone: 'destructive' })
    return false
  }
}
