/** The sentence about a place, in which the place stands out: between the 40th and 75th percentile. */

const PLACE = /(.*?)(\b(?:the )?\d+\w\w(?: and \d+\w\w)? percentile)(.*)/

/** The place stands out: between the 40th and 75th percentile. */
export function PlaceSentence({ text }: { text: string }) {
  const [, before, place, after] = PLACE.exec(text.replace(/\.$/, '')) ?? []
  return (
    <p className="text-note text-ink-2">
      {place ? (
        <>
          {before}
          <b className="font-strong text-ink">{place}</b>
          {after}
        </>
      ) : (
        text
      )}
    </p>
  )
}
