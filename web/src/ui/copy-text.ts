import { toast } from './toast-store.ts'

/** Puts a text into the clipboard. Answers false where the browser refuses, after a toast has said so. */
export async function copyText(text: string, failed: { title: string; description?: string }): Promise<boolean> {
  const isCopied = await writeToClipboard(text)
  if (!isCopied) toast({ ...failed, tone: 'destructive' })
  return isCopied
}

/** Answers false where the browser refuses. */
export async function writeToClipboard(text: string): Promise<boolean> {
  // Browsers have it on https and on this machine alone; tangelo may well be opened by its address in the office.
  if (!('clipboard' in navigator)) return copySelected(text)
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

/** Copies as Ctrl+C does, from a field that is there for that moment: in the open dialog, because it lets the focus go nowhere else. */
function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'sr-only'
  const place = before?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  place.append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  }
}
