import { useQuery } from '@tanstack/react-query'
import { Send, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { ownRecipient } from '../../recipients/queries.ts'
import { addressProblem } from '../../recipients/rules.ts'
import { useSendTest } from '../queries.ts'
import { texts } from '../texts.ts'

/** Sends a test and shows what the mail server said. */
export function TestMail() {
  const own = useQuery(ownRecipient()).data?.address ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const test = useSendTest()
  const address = typed ?? own
  const outcome = test.data?.problem ?? (test.error ? (readServerMessage(test.error) ?? texts.testFailed) : null)

  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = addressProblem(address)
    setProblem(found)
    if (!found && !test.isPending) test.mutate(address.trim())
  }
  return (
    <section aria-labelledby="test-mail-heading" className="mt-8">
      <h3 id="test-mail-heading" className="mb-3 text-section">
        {texts.test}
      </h3>
      <form className="flex max-w-140 flex-wrap items-start gap-2" noValidate onSubmit={submit}>
        <div className="min-w-52 flex-1">
          <TextField
            label={texts.address}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={address}
            error={problem}
            onChange={(event) => {
              setTyped(event.target.value)
              setProblem(undefined)
              test.reset()
            }}
          />
        </div>
        <Button type="submit" className="mt-6" icon={<Send />} busy={test.isPending} busyLabel={texts.sending}>
          {texts.send}
        </Button>
      </form>
      <p role="status" className="mt-2 text-note text-good">
        {test.data && outcome === null ? texts.taken : ''}
      </p>
      {outcome === null ? null : (
        <p role="alert" className="flex max-w-[60ch] gap-2 text-note break-words text-bad">
          <TriangleAlert className="mt-0.5 shrink-0" />
          <span className="min-w-0">{outcome}</span>
        </p>
      )}
    </section>
  )
}
