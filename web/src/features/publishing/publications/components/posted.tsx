/** Of a post that its person was reminded of: whether it is posted, and where, if they have its address. */
import './by-hand.css'
import { useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { showFailure } from '#ui/toast.tsx'
import { useDecide } from '../queries.ts'
import { texts } from '../texts/publication.ts'
import { texts as remindTexts } from '../texts/remind.ts'

const words = remindTexts.page
const ADDRESS = /^https:\/\/(www\.)?instagram\.com\/\S+$/

export function Posted({ publicationId }: { readonly publicationId: string }) {
  const decide = useDecide()
  const [address, setAddress] = useState('')
  const [isJudged, setIsJudged] = useState(false)
  const typed = address.trim()
  const isWrong = typed !== '' && !ADDRESS.test(typed)
  const answer = (published: boolean): void =>
    decide.mutate(
      { id: publicationId, published, permalink: published ? typed : undefined },
      {
        onError: (error) => showFailure(texts.decide.failed, readServerMessage(error)),
      },
    )
  return (
    <form
      className="publication-posted"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsJudged(true)
        if (!isWrong && !decide.isPending) answer(true)
      }}
    >
      <TextField
        label={words.address}
        hint={words.addressHint}
        error={isJudged && isWrong ? words.addressWrong : undefined}
        type="url"
        inputMode="url"
        autoComplete="off"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={decide.isPending} busyLabel={texts.decide.deciding}>
          {texts.actions.posted}
        </Button>
        <Button disabled={decide.isPending} onClick={() => answer(false)}>
          {texts.actions.notPosted}
        </Button>
      </div>
    </form>
  )
}
