/** How an answer's sentences are set: what was found comes first, its figures stand out, its range is quieter. */

export interface SentencePart {
  readonly text: string
  readonly tone: 'plain' | 'strong' | 'range'
}

/** What stands out, as the server writes it; a sentence without any of these reads plainly. */
const RANGE = /\(likely [^)]*\)/
const STRONG = new RegExp(
  [
    'No difference can be shown(?: yet)?',
    'Too few posts to [a-z ]+(?=:)',
    '^[\\d,]+ of [\\d,]+ posts?',
    '[\\d,]+ of them [a-z]+',
    '(?<=makes )no difference',
    'about [\\d,]+ of 100 accounts',
    'nothing we hold explains it',
    'looks like a (?:cleanup by Instagram|giveaway)',
    '[\\d,]+%\\s(?:more|fewer) likes',
    '(?<=between )\\d\\d:00 and \\d\\d:00',
    '(?<=on )[A-Z][a-z]+days',
    '^(?:[A-Z][a-z]+s|(?:Posts with )?#\\S+)(?= got )',
    '(?<=(?:grew|fell|rose|stayed) (?:by|at) )[\\d.,]+[KM]?(?: \\([^)]*\\)| to [\\d.,]*\\d[KM]?)?',
    '(?<=with )[\\d.,]+ times the likes',
    '(?:One day stands|[A-Z][a-z]+ days stand|\\d+ days stand) out',
  ].join('|'),
)
const MARKED = new RegExp(`${RANGE.source}|${STRONG.source}`, 'g')

export function splitSentence(text: string): SentencePart[] {
  const parts: SentencePart[] = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(MARKED)) {
    if (index > at) parts.push({ text: text.slice(at, index), tone: 'plain' })
    parts.push({ text: found, tone: RANGE.test(found) ? 'range' : 'strong' })
    at = index + found.length
  }
  if (at < text.length) parts.push({ text: text.slice(at), tone: 'plain' })
  return parts
}

/** The findings, or the first sentence where there is none; and what is said besides. */
export function leadOf(text: string): { lead: string; rest: string } {
  const sentences = text.split(/(?<=\.) (?=[A-Z\d#])/)
  const findings = sentences.filter((sentence) => RANGE.test(sentence))
  const lead = findings.length > 0 ? findings : sentences.slice(0, 1)
  return { lead: lead.join(' '), rest: sentences.filter((sentence) => !lead.includes(sentence)).join(' ') }
}
