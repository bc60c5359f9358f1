/** What a provider of texts promises (`ports/ai.ts`), proven by one suite for every provider. */
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharpImages } from '#adapters/images/sharp-images.ts'
import {
  AI_ANSWER_BYTES_MAX,
  AI_IMAGE_SIDE,
  type Ai,
  AiFailure,
  type AnalysisOrder,
  type AnalysisPart,
} from '#ports/ai.ts'
import type { ReducedImage } from '#ports/images.ts'

export const anySignal = new AbortController().signal

/** Sky above dark earth, sharp where they meet. */
export async function aPicture(width = 640, height = 400): Promise<Buffer> {
  const earth = { create: { width, height: Math.round(height / 2), channels: 3, background: '#38261a' } } as const
  return sharp({ create: { width, height, channels: 3, background: '#7fc4ef' } })
    .composite([{ input: await sharp(earth).png().toBuffer(), gravity: 'south' }])
    .jpeg()
    .toBuffer()
}

export const reducePicture = async (picture?: Buffer): Promise<ReducedImage> =>
  sharpImages().reduce(picture ?? (await aPicture()), AI_IMAGE_SIDE)

export const anAnalysis = async (order: Partial<AnalysisOrder> = {}): Promise<AnalysisOrder> => ({
  image: await reducePicture(),
  prompt: 'What is in it? Use a playful tone.',
  wants: 'analysis',
  ...order,
})

export async function partsOf(parts: AsyncIterable<AnalysisPart>) {
  const chunks: string[] = []
  const uses: AnalysisPart['use'][] = []
  try {
    for await (const part of parts) part.use ? uses.push(part.use) : chunks.push(part.text ?? '')
  } catch (failure) {
    return { chunks, text: chunks.join(''), uses, failure }
  }
  return { chunks, text: chunks.join(''), uses, failure: null }
}

export async function failureOf(doing: Promise<unknown>): Promise<AiFailure> {
  const failure = await doing.then(
    () => null,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(AiFailure)
  return failure as AiFailure
}

export function aiSuite(make: () => Promise<Ai>): void {
  test('writes a prompt for a company, with and without a template', async () => {
    const ai = await make()
    for (const templatePrompt of [null, 'A caption for {{companyName}}, who do {{industry}}.']) {
      const { text, use } = await ai.generatePrompt(
        { companyName: 'Northlane', industry: 'bicycles', templatePrompt },
        anySignal,
      )
      expect(text).toContain('bicycles')
      expect(use.model).not.toBe('')
    }
  })

  test('a template may hold anything, up to 8 KB', async () => {
    const ai = await make()
    const order = { companyName: 'Northlane', industry: 'bicycles' }
    for (const templatePrompt of [
      '{{',
      '{{season}} {{companyName}',
      '{{'.repeat(4_000),
      '}}{{ }}',
      '$& $1 {{industry}}',
    ])
      expect((await ai.generatePrompt({ ...order, templatePrompt }, anySignal)).text).not.toBe('')
    const failure = await failureOf(ai.generatePrompt({ ...order, templatePrompt: '{{'.repeat(50_000) }, anySignal))
    expect([failure.kind, failure.message]).toEqual(['not_accepted', 'The template is longer than 8 KB. Shorten it.'])
  })

  test('an analysis comes in chunks, none of them empty, and ends with what it took', async () => {
    const ai = await make()
    for (const wants of ['analysis', 'caption'] as const) {
      const { chunks, text, uses, failure } = await partsOf(ai.analyse(await anAnalysis({ wants }), anySignal))
      expect([failure, uses.length, chunks.includes('')]).toEqual([null, 1, false])
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(AI_ANSWER_BYTES_MAX)
      expect(text).toMatch(/#\w+/)
      expect(text.match(/#\w+/g)?.filter((word) => !/^#[0-9a-f]{6}$/.test(word)).length).toBeLessThanOrEqual(5)
    }
  })

  test('a caller that aborts gets its own reason', async () => {
    const ai = await make()
    const ending = new AbortController()
    const parts = ai.analyse(await anAnalysis(), ending.signal)
    const first = parts.next()
    await setImmediate()
    ending.abort(new Error('given up'))
    const all = [await first.catch((error: Error) => error), await partsOf(parts)]
    expect(JSON.stringify(all.map((one) => (one instanceof Error ? one.message : one)))).not.toContain('"use"')
    await expect(
      ai.generatePrompt({ companyName: 'a', industry: 'b', templatePrompt: null }, ending.signal),
    ).rejects.toThrow('given up')
  })

  test('tells that it works', async () => {
    await (await make()).test(anySignal)
  })
}
