import { expect, test } from 'vitest'
import { pictureFormat } from './h264-parameters.ts'

test('a byte that only prevents a start code is no part of the set', () => {
  const unit = Buffer.from('67420000' + '03' + 'da60', 'hex')
  expect(pictureFormat(unit)).toEqual({ chroma: 1, bitDepth: 8, isProgressive: false })
})

test('a set that breaks off, or holds nothing but zeros, has no result', () => {
  expect(pictureFormat(Buffer.from('674200', 'hex'))).toBeNull()
  expect(pictureFormat(Buffer.alloc(1_000))).toBeNull()
})
