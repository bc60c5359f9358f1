import { expect, test } from 'vitest'
import { placeBeside } from './popover-place.ts'

const VIEW = { width: 1000, height: 800 }
const LAYER = { width: 300, height: 200 }
const boxAt = (left: number, top: number) => ({ left, right: left + 40, top, bottom: top + 40 })

test('a layer stands below its anchor and ends where the anchor ends', () => {
  expect(placeBeside(boxAt(500, 100), LAYER, { side: 'bottom', align: 'end' }, VIEW)).toEqual({
    left: '240px',
    top: '148px',
    bottom: 'auto',
    maxHeight: '560px',
  })
})

test('without a wanted side it stands where there is more room', () => {
  expect(placeBeside(boxAt(500, 700), LAYER, { align: 'start' }, VIEW)).toMatchObject({ top: 'auto', bottom: '108px' })
  expect(placeBeside(boxAt(500, 60), LAYER, { align: 'start' }, VIEW)).toMatchObject({ top: '108px', bottom: 'auto' })
})

test('it turns to the other side when the wanted one is too low for it', () => {
  expect(placeBeside(boxAt(500, 700), LAYER, { side: 'bottom', align: 'start' }, VIEW)).toMatchObject({
    top: 'auto',
    bottom: '108px',
  })
})

test('it stays within the window, and is no higher than its room', () => {
  expect(placeBeside(boxAt(0, 300), LAYER, { align: 'end' }, VIEW)).toMatchObject({ left: '12px' })
  expect(placeBeside(boxAt(950, 300), LAYER, { align: 'center' }, VIEW)).toMatchObject({ left: '688px' })
  expect(placeBeside(boxAt(500, 300), { width: 300, height: 900 }, { align: 'center' }, VIEW)).toMatchObject({
    left: '370px',
    top: '348px',
    maxHeight: '440px',
  })
})
