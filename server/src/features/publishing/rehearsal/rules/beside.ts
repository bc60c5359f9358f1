/** Texts that go out beside the caption: for people who do not see the pictures, and the first comment. Pure. */
import {
  ALT_TEXT_MAX_LENGTH,
  FIRST_COMMENT_MAX_LENGTH,
  type PublicationKind,
  type PublicationWay,
} from '@tangelo/contract/limits'
import { block, type Check, pass } from './check.ts'
import { captionSize } from './words.ts'

interface Beside {
  kind: PublicationKind
  altTexts: readonly string[]
  firstComment: string | null
  how: PublicationWay
}

const TO_COPY = 'Comes with the reminder, to copy'

export function checkAltTexts({ kind, altTexts, how }: Beside): Check[] {
  if (kind !== 'image' && kind !== 'carousel') return []
  const longest = Math.max(0, ...altTexts.map(captionSize))
  if (longest > ALT_TEXT_MAX_LENGTH)
    return [
      block('altText', 'The alternative text is too long', `${longest} of ${ALT_TEXT_MAX_LENGTH} characters.`, 'edit'),
    ]
  return [
    pass(
      'altText',
      'Alternative text',
      longest === 0 ? 'None' : how === 'remind' ? TO_COPY : 'Is sent with the picture',
    ),
  ]
}

export function checkComment({ kind, firstComment, how }: Beside): Check[] {
  if (firstComment === null || firstComment.trim() === '') return []
  if (kind === 'story') return [block('comment', 'Stories have no comments', 'Remove the first comment.', 'edit')]
  const size = captionSize(firstComment)
  return size > FIRST_COMMENT_MAX_LENGTH
    ? [block('comment', 'The first comment is too long', `${size} of ${FIRST_COMMENT_MAX_LENGTH} characters.`, 'edit')]
    : [pass('comment', 'First comment', how === 'remind' ? TO_COPY : 'Follows the post at once')]
}
