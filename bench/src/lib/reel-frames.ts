/** The frames of a reel before any encoder has seen them, drawn as the server draws them. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ReelSettings } from '@tangelo/contract'
import { type Kernel, loadKernel, type Painter, type Size } from '@tangelo/kernel'
import { cuttingOf } from '@tangelo/kernel/cutting'
import { type Timeline, timelineOf } from '@tangelo/kernel/timeline'
import { picturePixels, pictureSize } from '../../../server/src/adapters/renderer/source-pictures.ts'

export const REEL: Size = { width: 1_080, height: 1_920 }

export interface PreparedReel {
  timeline: Timeline
  sizes: readonly Size[]
  painter: Painter
}

/** Six pictures of 3 s with cross-fades of half a second, by default. */
export function reelSettings(
  pictures: number,
  motion: ReelSettings['pictures'][number]['motion'] = 'calm',
): ReelSettings {
  return {
    pictures: Array.from({ length: pictures }, () => ({ seconds: 3, motion, strength: 0.07 })),
    transition: { kind: 'cross-fade', seconds: 0.5 },
    caption: { isShown: false, text: '', place: 'bottom', style: 'outline' },
    music: null,
    coverSeconds: 1,
    quality: 'standard',
  }
}

let loaded: Promise<Kernel> | undefined

export async function prepareReel(pictures: readonly Uint8Array[], settings: ReelSettings): Promise<PreparedReel> {
  loaded ??= loadKernel(readFileSync(fileURLToPath(import.meta.resolve('@tangelo/kernel/kernel-shared.wasm'))), {
    isShared: true,
  })
  const painter = (await loaded).painter(REEL)
  const sizes = await Promise.all(pictures.map(pictureSize))
  const timeline = timelineOf(settings, sizes)
  for (const [index, picture] of pictures.entries()) {
    const [scene, size] = [timeline.scenes[index], sizes[index]]
    if (!scene || !size) throw new Error(`No scene for picture ${index}`)
    const cutting = cuttingOf(scene, size, REEL)
    painter.setPicture(index, await picturePixels(picture, index, cutting), { picture: size, cutting })
  }
  return { timeline, sizes, painter }
}
