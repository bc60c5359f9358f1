import { expect, test } from 'vitest'
import { pictureType } from './picture-type.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const box = (length: number, brands: string) => `\0\0\0${String.fromCharCode(length)}ftyp${brands}`

test.each([
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image/gif', 'GIF89a\x01\0'],
  ['image/gif', 'GIF87a'],
  ['image/webp', 'RIFF\n\0\0\0WEBPVP8 '],
  ['image/avif', box(24, 'avif\0\0\0\0mif1miaf')],
  ['image/avif', box(28, 'mif1\0\0\0\0miafMA1Bavis')],
  [null, ''],
  [null, '\xff\xd8'],
  [null, ' \x89PNG\r\n\x1a\n'],
  [null, 'RIFF\n\0\0\0WAVEfmt '],
  [null, box(24, 'heic\0\0\0\0mif1heic')],
  [null, box(16, 'mif1\0\0\0\0avif')],
  [null, box(24, 'isomavifmp41')],
  [null, 'ftypavif'],
  [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [null, '<!DOCTYPE html><html>'],
  [null, 'GIF90a'],
  [null, '%PDF-1.7'],
])('%s: %j', (type, text) => {
  expect(pictureType(bytes(text))).toBe(type)
})

test('a picture in the middle of other bytes is read from its own beginning', () => {
  expect(pictureType(bytes('xxGIF89a').subarray(2))).toBe('image/gif')
  expect(pictureType(bytes('GIF89a').subarray(2))).toBeNull()
})
