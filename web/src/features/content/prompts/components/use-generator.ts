/** The generator's fields and result: kept as long as the page is open, across its tabs. */
import { useEffect, useRef, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { useKeepUnsaved } from '#lib/use-keep-unsaved.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { useGeneratePrompt } from '../queries/changes.ts'
import { texts } from '../texts.ts'

const EMPTY = { companyName: '', industry: '', templatePrompt: '' }

export type Generator = ReturnType<typeof useGenerator>

export function useGenerator() {
  const [form, setForm] = useState(EMPTY)
  const [judged, setJudged] = useState(false)
  const [made, setMade] = useState<{ prompt: string; note: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const generate = useGeneratePrompt()
  const asking = useRef<AbortController>(null)
  useEffect(() => () => asking.current?.abort(), [])
  useKeepUnsaved(() => made !== null || form !== EMPTY)

  const isComplete = form.companyName.trim() !== '' && form.industry.trim() !== ''

  return {
    form,
    setForm,
    made,
    setPrompt: (prompt: string): void => setMade({ prompt, note: null }),
    busy,
    judged,
    cancel: (): void => asking.current?.abort(),
    /** Answers whether there was enough to ask for. */
    start: (): boolean => {
      setJudged(true)
      if (!isComplete) {
        const { missing: title, missingDescription: description } = texts.generator
        showFailure(title, description)
        return false
      }
      if (!busy) void ask()
      return true
    },
  }

  async function ask(): Promise<void> {
    const controller = new AbortController()
    asking.current = controller
    setBusy(true)
    try {
      const { templatePrompt, ...about } = form
      const order = { ...about, ...(templatePrompt.trim() ? { templatePrompt } : {}) }
      setMade(await generate.mutateAsync({ ...order, signal: controller.signal }))
      toast({ title: texts.generator.done })
    } catch (error) {
      if (!controller.signal.aborted) showFailure(texts.generator.failed, readServerMessage(error) ?? '')
    }
    setBusy(false)
  }
}
