/** The answer a source gave, as it came: for administrators, while it is kept. */

import { useQuery } from '@tanstack/react-query'
import { Braces, Copy } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { QueryFailed } from '#ui/failed-state.tsx'
import { ScrollBox } from '#ui/scroll-box.tsx'
import { toast } from '#ui/toast.tsx'
import { Wheel } from '#ui/wheel.tsx'
import { rawAnswer } from '../queries.ts'
import { texts } from '../texts.ts'

interface SourceAnswerProps {
  readonly accountId: number
  readonly rawHash: string | null
  readonly isKept: boolean
}

export function SourceAnswer({ accountId, rawHash, isKept }: SourceAnswerProps) {
  const isAdmin = useSession().user?.role === 'admin'
  const [shown, setShown] = useState(false)
  if (!isAdmin || (!isKept && !rawHash)) return null
  if (!isKept) return <p className="mt-3 text-note text-ink-3">{texts.answerGone}</p>
  return (
    <div className="mt-3">
      <Button
        size="small"
        variant="quiet"
        className="-ml-2.5"
        icon={<Braces />}
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        {shown ? texts.hideAnswer : texts.showAnswer}
      </Button>
      {shown ? <Answer accountId={accountId} rawHash={rawHash} /> : null}
    </div>
  )
}

function Answer({ accountId, rawHash }: { accountId: number; rawHash: string | null }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(rawAnswer(accountId, rawHash))
  const text = useMemo(() => JSON.stringify(data, null, 2), [data])
  if (isPending) {
    return (
      <p className="flex items-center gap-2 py-3 text-note text-ink-2" role="status">
        <Wheel spinning />
        {texts.answerLoading}
      </p>
    )
  }
  if (error) {
    return <QueryFailed title={texts.answerFailed} query={{ error, isFetching, refetch }} />
  }
  const copy = async (): Promise<void> => {
    if (await copyText(text, { title: texts.copyFailed })) toast({ title: texts.copied })
  }
  return (
    <div className="mt-1">
      <ScrollBox className="source-answer" label={texts.answer}>
        <pre>{text}</pre>
      </ScrollBox>
      <Button size="small" className="mt-2" icon={<Copy />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
    </div>
  )
}
