/** Where nothing else can tell whether a post is live, a person says so: the posts that may be it, and what follows from each answer. */
import { useId, useState } from 'react'
import { readServerMessage } from '#lib/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { Panel } from '#ui/panel.tsx'
import { Picture } from '#ui/picture.tsx'
import { showFailure, toast } from '#ui/toast.tsx'
import { type Publication, useDecide } from '../queries.ts'
import { chooseCandidate, findOrderedAt, secondsAfterOrder, stepTime } from '../rules/publication.ts'
import { texts } from '../texts/publication.ts'

const words = texts.decide

interface DecisionProps {
  readonly publication: Publication
  readonly timeZone: string
}

export function Decision({ publication, timeZone }: DecisionProps) {
  const { id, sentence, candidates, account, plannedAt } = publication
  const ordered = findOrderedAt(publication)
  const name = useId()
  const decide = useDecide()
  const [picked, setPicked] = useState<string | null>()
  const chosen = chooseCandidate(publication, picked)
  const [isAsking, setAsking] = useState(false)
  const hasCandidates = candidates.length > 0
  const answer = (published: boolean): void =>
    decide.mutate(
      { id, published, mediaId: published ? chosen : undefined },
      {
        onSuccess: () =>
          toast(
            published
              ? { title: words.decidedLive }
              : { title: words.decidedNotLive, description: words.decidedNotLiveHint },
          ),
        onError: (error) => showFailure(words.failed, readServerMessage(error)),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <Panel aria-labelledby="publication-decision">
      <div className="publication-say">
        <h2 id="publication-decision">{words.title}</h2>
        <p className="publication-said" role="status">
          {sentence}
        </p>
        <p className="publication-note">
          {!hasCandidates ? words.noneFound : ordered ? words.ordered(stepTime(ordered, plannedAt, timeZone)) : null}
        </p>
      </div>
      {hasCandidates ? (
        <fieldset className="publication-candidates">
          <legend className="sr-only">{words.which}</legend>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.mediaId}
              publication={publication}
              candidate={candidate}
              timeZone={timeZone}
              name={name}
              isChosen={candidate.mediaId === chosen}
              onChoose={() => setPicked(candidate.mediaId)}
            />
          ))}
          <div className="publication-candidate" data-plain="" data-chosen={chosen === null ? '' : undefined}>
            <label>
              <input type="radio" name={name} checked={chosen === null} onChange={() => setPicked(null)} />
              <span className="min-w-0">
                <b>{words.noneOfThese(candidates.length)}</b>
                <span>{words.noneOfTheseHint}</span>
              </span>
            </label>
          </div>
        </fieldset>
      ) : null}
      <div className="publication-actions">
        <Button
          variant="primary"
          disabled={chosen === undefined}
          busy={decide.isPending}
          busyLabel={words.deciding}
          onClick={() => answer(true)}
        >
          {chosen === null ? words.isLiveUnnamed : words.isLive}
        </Button>
        <Button disabled={decide.isPending} onClick={() => setAsking(true)}>
          {words.isNotLive}
        </Button>
      </div>
      <p className="publication-foot">
        <span>
          {chosen === undefined ? words.choose : chosen === null ? words.consequencesUnnamed : words.consequences}
        </span>
        <OutsideLink
          className="gap-1.5 whitespace-nowrap"
          href={`https://www.instagram.com/${encodeURIComponent(account)}/`}
        >
          {texts.page.account}
          <span className="sr-only"> {texts.page.elsewhere}</span>
        </OutsideLink>
      </p>
      {isAsking ? (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={words.confirmTitle}
          description={words.confirm}
          cancelLabel={words.confirmBack}
          confirmLabel={words.confirmLabel}
          busy={decide.isPending}
          busyLabel={words.deciding}
          onConfirm={() => answer(false)}
        />
      ) : null}
    </Panel>
  )
}

interface CandidateProps extends DecisionProps {
  readonly candidate: Publication['candidates'][number]
  readonly name: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Candidate({ publication, candidate, timeZone, name, isChosen, onChoose }: CandidateProps) {
  const { mediaId, permalink, caption, postedAt } = candidate
  const seconds = secondsAfterOrder(publication, postedAt)
  const isSame = caption !== null && caption.trim() === (publication.post?.caption ?? '').trim()
  const kind = texts.kinds[publication.kind]
  return (
    <div className="publication-candidate" data-chosen={isChosen ? '' : undefined}>
      <label>
        <input type="radio" name={name} value={mediaId} checked={isChosen} onChange={onChoose} />
        {/* Of the post here: Instagram gives no picture of the one there. */}
        <span className="publication-thumb" aria-hidden="true">
          <Picture src={publication.post?.imageUrl ?? null} sizes="56px" />
        </span>
        <span className="min-w-0">
          <b>{postedAt ? `${kind}, ${stepTime(postedAt, publication.plannedAt, timeZone)}` : words.which}</b>
          <span>
            {[
              ...(seconds === null ? [] : [words.after(seconds)]),
              caption === null ? words.noCaption : isSame ? words.sameCaption : words.otherCaption,
            ].join(' ')}
          </span>
          {caption !== null && !isSame ? <q dir="auto">{caption}</q> : null}
        </span>
      </label>
      {permalink ? (
        <OutsideLink className="gap-1.5" href={permalink}>
          {texts.page.open}
          <span className="sr-only"> {texts.page.elsewhere}</span>
        </OutsideLink>
      ) : null}
    </div>
  )
}
