/** The tester's fields and result: kept as long as the page is open, across its tabs. */
import type { Tone } from '@tangelo/contract/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { NetworkError, readServerMessage } from '#lib/api.ts'
import { showFailure, toast } from '#ui/toast.tsx'
import { providerKey } from '../../prompts/queries/library.ts'
import { sendImages } from '../../uploads/queries.ts'
import { imageError } from '../../uploads/rules.ts'
import { followAnalysis } from '../queries.ts'
import { completePrompt, removePrefix } from '../rules.ts'
import { texts } from '../texts.ts'

interface Picture {
  readonly file: File
  /** Of this page alone: nothing has been sent. */
  readonly url: string
}

export interface Result {
  readonly text: string
  readonly tone: Tone
  readonly picture: Picture
  /** Why it is not all of it. */
  readonly note: string | null
  readonly isWritten: boolean
}

export type Tester = ReturnType<typeof useTester>

export function useTester() {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [problem, setProblem] = useState<string>()
  const [instructions, setInstructions] = useState('')
  const [tone, setTone] = useState<Tone>('professional')
  const [result, setResult] = useState<Result | null>(null)
  const [busy, setBusy] = useState(false)
  const asking = useRef<AbortController>(null)
  const client = useQueryClient()
  const prompt = completePrompt(instructions, tone)
  useEffect(() => () => asking.current?.abort(), [])

  // Released with the page alone: a result shows its picture also after another was chosen.
  const [urls] = useState<string[]>([])
  useEffect(
    () => () => {
      for (const url of urls) URL.revokeObjectURL(url)
    },
    [urls],
  )

  const analyse = async (shown: Picture): Promise<void> => {
    const controller = new AbortController()
    asking.current = controller
    const { signal } = controller
    const empty: Result = { text: '', tone, picture: shown, note: null, isWritten: false }
    setBusy(true)
    setResult(empty)
    const cancel = (note: string | null): void =>
      setResult((known) => (known?.text ? { ...known, note, isWritten: true } : null))
    try {
      const imageBase64 = await readBase64(shown.file)
      const { analysis, note } = await followAnalysis(
        { imageBase64, prompt },
        { signal, onChunk: (piece) => setResult((known) => known && { ...known, text: known.text + piece }) },
      )
      setResult({ ...empty, text: analysis, note, isWritten: true })
      toast({ title: texts.done })
    } catch (error) {
      if (signal.aborted) cancel(texts.cancelled)
      else {
        cancel(error instanceof NetworkError ? texts.lost : (readServerMessage(error) ?? texts.failed))
        showFailure(readServerMessage(error) ?? texts.failed)
      }
    }
    setBusy(false)
    void client.invalidateQueries({ queryKey: providerKey })
  }

  return {
    picture,
    problem,
    instructions,
    setInstructions,
    tone,
    setTone,
    prompt,
    result,
    busy,
    take: (file: File): void => {
      const refusal = imageError(file)
      setProblem(refusal)
      if (refusal) return
      const url = URL.createObjectURL(file)
      urls.push(url)
      setPicture({ file, url })
    },
    removePicture: (): void => setPicture(null),
    cancel: (): void => asking.current?.abort(),
    start: (): void => {
      if (busy) return
      if (picture) return void analyse(picture)
      setProblem(texts.missingDescription)
      showFailure(texts.missing, texts.missingDescription)
    },
  }
}

/** Only what is kept is sent to be kept. The same picture has the same address every time. */
export async function uploadForAddress({ file }: Picture): Promise<string | null> {
  const never = new AbortController().signal
  const [address] = await sendImages([file], { onProgress: () => undefined, signal: never })
  return address ?? null
}

function readBase64(file: File): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => resolve(removePrefix(String(reader.result)))
  reader.onerror = () => reject(reader.error)
  reader.readAsDataURL(file)
  return promise
}
