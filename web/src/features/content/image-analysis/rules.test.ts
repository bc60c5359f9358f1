import { expect, test } from 'vitest'
import { analysisTitle, completePrompt, parseCaptions, removePrefix } from './rules.ts'

test('the complete prompt is the instructions and the tone', () => {
  expect(completePrompt(' What is in it? ', 'short')).toBe('What is in it? Use a short tone.')
  expect(completePrompt('', 'professional')).toBe('Use a professional tone.')
  expect(analysisTitle('short', 'Nov 22, 2026')).toBe('Short & Concise Analysis Nov 22, 2026')
  expect(removePrefix('data:image/png;base64,aGk=')).toBe('aGk=')
})

test('captions are the drafts of a report, or the whole of any other text', () => {
  const report = 'Size\n3 × 4\n\nCaption drafts (playful)\n1. One. Two!\n2. Three\n\nHashtags\n#sand #warmlight'
  expect(parseCaptions(report)).toEqual([
    { caption: 'One. Two!', hashtags: ['sand', 'warmlight'] },
    { caption: 'Three', hashtags: ['sand', 'warmlight'] },
  ])
  expect(parseCaptions(' A table.\n\n#one ')).toEqual([{ caption: 'A table.\n\n#one', hashtags: [] }])
})
