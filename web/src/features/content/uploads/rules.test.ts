/** Which pictures are worth sending, and what to say when one could not be. */
import { expect, test } from 'vitest'
import { ApiError, NetworkError } from '#lib/api.ts'
import { imageError, uploadFailure } from './rules.ts'

test.each([
  [{ type: 'image/jpeg', size: 10_485_760 }, undefined],
  [{ type: 'image/webp', size: 1 }, undefined],
  [{ type: 'image/svg+xml', size: 1 }, 'This is not a JPG, PNG, GIF or WebP image.'],
  [{ type: 'text/html', size: 1 }, 'This is not a JPG, PNG, GIF or WebP image.'],
  [{ type: 'image/png', size: 10_485_761 }, 'This image is larger than 10 MB. Make it smaller and try again.'],
  [{ type: 'image/png', size: 0 }, 'This file is empty. Choose another one.'],
])('%j: %s', (file, error) => expect(imageError(file)).toBe(error))

test.each([
  [new ApiError(422, '{"message":"It is broken."}'), 'It is broken.'],
  [new ApiError(413, 'too large'), 'This image is larger than 10 MB. Make it smaller and try again.'],
  [new ApiError(500, ''), 'The server could not accept this image. Try another one.'],
  [new NetworkError(undefined), 'The connection was lost while uploading. Check it and try again.'],
])('%s: %s', (failure, text) => expect(uploadFailure(failure)).toBe(text))
