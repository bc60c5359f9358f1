/** The caption, its hashtags, and the people who are named. Pure. */
import {
  COLLABORATORS_MAX,
  INSTAGRAM_CAPTION_CHARACTERS,
  INSTAGRAM_MENTIONS_MAX,
  PUBLISHING_HASHTAGS_MAX,
  PUBLISHING_HASHTAGS_WARN,
  PUBLISHING_TAGS_MAX,
} from '@tangelo/contract/limits'
import { block, type Check, pass, warn } from './check.ts'
import type { Rehearsed } from './rehearsed.ts'
import { captionSize, hashtagsIn, mentionsIn } from './words.ts'

export function checkWords({ kind, text }: Rehearsed): Check[] {
  if (kind === 'story')
    return text.trim() === '' ? [] : [warn('caption', 'Stories have no caption', 'The caption is not sent.')]
  const size = captionSize(text)
  const of = `${size.toLocaleString('en')} of ${INSTAGRAM_CAPTION_CHARACTERS.toLocaleString('en')} characters`
  const caption =
    size > INSTAGRAM_CAPTION_CHARACTERS
      ? block('caption', 'The caption is too long', `${of}, with its hashtags: shorten it.`, 'edit')
      : pass('caption', 'Caption', size === 0 ? 'None' : of)
  return [caption, checkHashtags(hashtagsIn(text).length)]
}

function checkHashtags(count: number): Check {
  if (count > PUBLISHING_HASHTAGS_MAX)
    return block(
      'hashtags',
      `${count} hashtags`,
      `Instagram takes up to ${PUBLISHING_HASHTAGS_MAX}: remove ${count - PUBLISHING_HASHTAGS_MAX}.`,
      'edit',
    )
  if (count >= PUBLISHING_HASHTAGS_WARN)
    return warn(
      'hashtags',
      `${count} hashtags`,
      `Instagram takes up to ${PUBLISHING_HASHTAGS_MAX}. From ${PUBLISHING_HASHTAGS_WARN} on, posts tend to be shown less.`,
      'edit',
    )
  return pass('hashtags', 'Hashtags', count === 0 ? 'None' : `${count}`)
}

export function checkPeople({ kind, text, tagged, collaborators }: Rehearsed): Check[] {
  const mentions = kind === 'story' ? 0 : mentionsIn(text).length
  const problems = [
    ...(mentions > INSTAGRAM_MENTIONS_MAX
      ? [`${mentions} mentions: Instagram takes up to ${INSTAGRAM_MENTIONS_MAX}`]
      : []),
    ...(tagged.length > PUBLISHING_TAGS_MAX
      ? [`${tagged.length} tagged people: Instagram takes up to ${PUBLISHING_TAGS_MAX}`]
      : []),
    ...(collaborators.length > COLLABORATORS_MAX
      ? [`${collaborators.length} collaborators: Instagram takes up to ${COLLABORATORS_MAX}`]
      : []),
    ...(kind === 'story' && collaborators.length > 0 ? ['Stories have no collaborators'] : []),
  ]
  if (problems.length > 0) return [block('people', 'Too many people', `${problems.join('. ')}. Remove some.`, 'edit')]
  const shown = [
    `${mentions} of ${INSTAGRAM_MENTIONS_MAX} mentions`,
    collaborators.length === 0 ? 'no collaborators' : `${collaborators.length} of ${COLLABORATORS_MAX} collaborators`,
  ]
  return [pass('people', 'People', shown.join(', '))]
}
