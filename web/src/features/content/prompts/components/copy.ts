import { copyText } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.tsx'
import { texts } from '../texts.ts'

/** Puts a text into the clipboard and says so. */
export async function copy(text: string): Promise<void> {
  if (await copyText(text, { title: texts.copyFailed })) toast({ title: texts.copied })
}
