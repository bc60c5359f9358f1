/** An answer as a sentence: what was found stands out, its range is quieter. */
import './analysis.css'
import { splitSentence } from '../rules/sentence.ts'

export function Sentence({ text, small = false }: { readonly text: string; readonly small?: boolean }) {
  return (
    <p className="answer" data-small={small || undefined}>
      {splitSentence(text).map(({ text: part, tone }, index) =>
        tone === 'plain' ? (
          part
        ) : tone === 'strong' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <b key={index}>{part}</b>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence never change places
          <span key={index}>{part}</span>
        ),
      )}
    </p>
  )
}
