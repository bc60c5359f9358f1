/** For tests of image analyses: what is asked about a picture, and the answer as it comes. */
import { aPicture } from './ai-suite.ts'
import type { World } from './world.ts'

export const PROMPT = 'What is in it? Use a playful tone.'
export const base64 = async (picture?: Buffer) => (picture ?? (await aPicture())).toString('base64')
export const asking = async (picture?: Buffer) => ({ imageBase64: await base64(picture), prompt: PROMPT })
export const WHOLE = '/api/openai/analyze-image'
export const STREAM = '/api/openai/analyze-image/stream'

export async function followStream({ ask }: World, body: object) {
  const res = await ask('admin', 'POST', STREAM, body)
  const events = res.body.match(/^data: .+$/gm) ?? []
  return { res, events: events.map((line) => JSON.parse(line.slice(6))) }
}
