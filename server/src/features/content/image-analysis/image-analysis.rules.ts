/** Pure decisions on images to analyse: base64 as clients send it, and the default question. */
import { IMAGE_BYTES_MAX } from '@tangelo/contract/limits'
import { Failure, invalidInput, tooLarge } from '#platform/errors.ts'

/** Throws `invalid_input` for what is no base64, or begins like a data URL, and `too_large` above 10 MB. */
export function imageBytes(base64: string): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  // What is no letter of base64 is left out on the way, and then something is missing.
  const letters = base64.length - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0)
  if (bytes.length === 0 || bytes.length !== Math.floor((letters * 3) / 4)) {
    const words = 'must be the image in base64, without the prefix of a data URL'
    throw invalidInput(`imageBase64 ${words}`, { imageBase64: words })
  }
  if (bytes.length > IMAGE_BYTES_MAX)
    throw tooLarge(
      `The image is larger than ${IMAGE_BYTES_MAX.toLocaleString('en')} bytes (${IMAGE_BYTES_MAX / 1024 ** 2} MB)`,
    )
  return bytes
}

/** Where no prompt has been chosen. */
export const USUAL_CAPTION_PROMPT =
  'Write a caption for this image that makes people stop, says something true about what is shown, and ends with one ' +
  'clear invitation. Use a professional tone.'

export const noImage = () =>
  new Failure(422, 'no_image', 'This post has no image of its own here: a caption is suggested from one')
