import { describe, expect, test } from 'vitest'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import { aiSuite, anAnalysis, anySignal, aPicture, partsOf, reducePicture } from '../../testing/ai-suite.ts'
import { builtInAi } from './built-in.ts'

const ai = builtInAi({ images: sharpImages() })

describe('built in', () => {
  aiSuite(async () => ai)
})

test('a prompt without a template says whom it is for and how a caption is made', async () => {
  const order = { companyName: 'Northlane', industry: 'bicycles', templatePrompt: null }
  const { text, use } = await ai.generatePrompt(order, anySignal)
  expect(text).toMatch(/^You write Instagram captions for Northlane \(bicycles\)\.\n/)
  expect(text).toContain('At most 5')
  expect(use).toEqual({ model: 'built-in', promptTokens: null, answerTokens: null })
})

test.each([
  ['{{companyName}} sells {{industry}}.', 'A & B $1 sells tea.'],
  ['{{ Company Name }}, {{COMPANY}}, {{product_type}}', 'A & B $1, A & B $1, tea'],
  ['{{companyName}} in {{season}}', 'A & B $1 in {{season}}'],
  ['{{companyName', 'For A & B $1 (tea).\n\n{{companyName'],
  ['Be brief.', 'For A & B $1 (tea).\n\nBe brief.'],
  ['{{{{industry}}}}', '{{tea}}'],
])('a template is filled: %s', async (templatePrompt, text) => {
  const order = { companyName: 'A & B $1', industry: 'tea', templatePrompt }
  expect((await ai.generatePrompt(order, anySignal)).text).toBe(text)
})

test('the whole report of a picture', async () => {
  const picture = await aPicture(3_000, 2_000)
  const { text, uses } = await partsOf(
    ai.analyse(
      await anAnalysis({ image: await reducePicture(picture), prompt: 'For #Northlane. Use a playful tone.' }),
      anySignal,
    ),
  )
  expect(
    text,
  ).toBe(`Measured from the pixels. What the picture shows is for you to say. Your instructions were not followed, apart from tone and hashtags: that takes an AI provider, which an administrator can connect.

Size
3,000 × 2,000 pixels (6 megapixels), landscape 3:2. Large enough for the feed and for reels.

Crops
4:5 (feed): safe. Cut in the middle it shows 53% of the picture and 100% of what stands out in it.
1:1 (grid): safe. Cut in the middle it shows 67% of the picture and 100% of what stands out in it.
9:16 (reel): safe. Cut in the middle it shows 38% of the picture and 100% of what stands out in it.

Light
Of medium brightness (44%), with normal contrast (56%).

Colors
Dark brown #38261a 50%, sky blue #7fc4ee 50%. Natural, rather cool.

Sharpness
Sharp.

Caption drafts (playful)
1. Today’s mood: dark brown and sky blue ✨
2. Cool tones, warm hearts, and even light to go with it.
3. Blink and breathe. Bold looks good on a day like this. Tell us yours 👇

Hashtags
#Northlane #darkbrowntones #cooltones #minimalism #strongcontrast`)
  expect(uses).toEqual([{ model: 'built-in', promptTokens: null, answerTokens: null }])
})

test('a picture whose client has disconnected leaves its place to the next one', async () => {
  const order = await anAnalysis()
  const ending = new AbortController()
  const left = [1, 2, 3].map(() => partsOf(ai.analyse(order, ending.signal)))
  ending.abort(new Error('given up'))
  for (const { failure } of await Promise.all(left)) expect(failure).toEqual(new Error('given up'))
  expect((await partsOf(ai.analyse(order, anySignal))).failure).toBeNull()
})
