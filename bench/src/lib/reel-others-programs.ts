/** The inputs of the other programs, as files beside their packages. Each prints the seconds of its rendering. */

/** Ken Burns by a scale, as this reel has it; fades of half a second; the encoder that is on the path, as it comes. */
export const editlyProgram = `
import editly from 'editly'
const clips = [0, 1, 2, 3, 4, 5].map((index) => ({
  duration: 3,
  transition: { name: 'fade', duration: 0.5 },
  layers: [{ type: 'image', path: 'public/' + index + '.jpg', resizeMode: 'cover', zoomDirection: index % 2 ? 'out' : 'in', zoomAmount: 0.07 }],
}))
const since = performance.now()
await editly({ outPath: 'out.mp4', width: 1080, height: 1920, fps: 30, clips })
console.log('seconds: ' + (performance.now() - since) / 1000)
`

export const remotionEntry = `
import { createElement as h } from 'react'
import { AbsoluteFill, Composition, Img, interpolate, registerRoot, Sequence, staticFile, useCurrentFrame } from 'remotion'
function Picture({ index }) {
  const frame = useCurrentFrame()
  const scale = interpolate(frame, [0, 89], index % 2 ? [1.07, 1] : [1, 1.07])
  const opacity = index === 0 ? 1 : interpolate(frame, [0, 15], [0, 1], { extrapolateRight: 'clamp' })
  const style = { width: '100%', height: '100%', objectFit: 'cover', transform: 'scale(' + scale + ')' }
  return h(AbsoluteFill, { style: { opacity } }, h(Img, { src: staticFile(index + '.jpg'), style }))
}
function Reel() {
  return [0, 1, 2, 3, 4, 5].map((index) =>
    h(Sequence, { key: index, from: index * 75, durationInFrames: 90 }, h(Picture, { index })),
  )
}
registerRoot(() => h(Composition, { id: 'reel', component: Reel, durationInFrames: 465, fps: 30, width: 1080, height: 1920 }))
`

/** Bundling is not counted. Same encoder settings as far as it lets one choose. */
export const remotionProgram = `
import { availableParallelism } from 'node:os'
import { bundle } from '@remotion/bundler'
import { renderMedia, selectComposition } from '@remotion/renderer'
const serveUrl = await bundle({ entryPoint: new URL('./entry.mjs', import.meta.url).pathname })
const browserExecutable = process.env.CHROMIUM_PATH
const chromeMode = browserExecutable.endsWith('headless-shell') ? 'headless-shell' : 'chrome-for-testing'
const shared = { serveUrl, browserExecutable, chromeMode }
const composition = await selectComposition({ ...shared, id: 'reel' })
const since = performance.now()
await renderMedia({
  ...shared, composition, codec: 'h264', crf: 21, x264Preset: 'veryfast', concurrency: availableParallelism(), outputLocation: 'out.mp4',
})
console.log('seconds: ' + (performance.now() - since) / 1000)
process.exit()
`
