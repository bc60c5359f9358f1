/** Landscapes of the demo: each a sheet of SVG, another one for every seed. */
import { box, disc, gradient, hills, line, path, peaks, rotate, sheetOf } from './drawing.ts'
import type { Random } from './random.ts'

export type Scene = (random: Random) => string

const dusk: Scene = (random) => {
  const [sky, ground] = random.pick([
    [
      ['#e58f6a', '#f5c696', '#fdeac9'],
      ['#d99a68', '#c27a49', '#9c5733', '#6f3722'],
    ],
    [
      ['#8fb0c9', '#d9dbd4', '#f8e6cf'],
      ['#a9b39a', '#7f9377', '#566f58', '#34493c'],
    ],
    [
      ['#6a5f96', '#c98ba0', '#f7c9a2'],
      ['#a5728f', '#7c4f78', '#54365c', '#2f2140'],
    ],
    [
      ['#f2b96b', '#f8d79a', '#fff2d6'],
      ['#c9b06a', '#9c9150', '#6d7440', '#434f2f'],
    ],
  ] as const)
  return (
    gradient('sky', sky) +
    sheetOf('url(#sky)') +
    disc(random.between(90, 310), random.between(120, 200), random.between(30, 48), '#fff6e0', 0.92) +
    ground.map((fill, at) => hills(random, 265 + at * 58, 34 - at * 4, fill, 2 + (at % 3))).join('')
  )
}

const sea: Scene = (random) => {
  const horizon = random.between(200, 240)
  const sail = random.between(120, 280)
  const glints = Array.from({ length: 26 }, (_, at) => {
    const y = horizon + 12 + at * at * 0.38
    return `M${Math.round(random.between(60, 330))} ${Math.round(y)}h${Math.round(random.between(14, 30 + at))}`
  })
  const [sky, water] = random.pick([
    [
      ['#a9cfdc', '#eef0e2'],
      ['#5aa0aa', '#123f52'],
    ],
    [
      ['#f0b68f', '#fbe3c4'],
      ['#d98f72', '#5c4560'],
    ],
    [
      ['#c7d9e6', '#f6efe2'],
      ['#6c9fc0', '#1f4a74'],
    ],
  ] as const)
  return (
    gradient('sky', sky) +
    gradient('water', water) +
    sheetOf('url(#sky)') +
    disc(random.between(70, 330), horizon - random.between(50, 110), 30, '#fffaf0', 0.95) +
    path(`M0 ${horizon}q70-34 150-10t90 10z`, '#4b6d70', 0.75) +
    box(0, horizon, 400, 300, 'url(#water)') +
    line(glints.join(''), '#ffffff', 2.2, 0.45) +
    path(`M${sail - 4} ${horizon + 42}v-92l-44 92zM${sail + 4} ${horizon + 42}v-74l34 74z`, '#fdf6ea') +
    path(`M${sail - 56} ${horizon + 48}h108q-8 20-24 20h-62q-16 0-22-20z`, '#8a4b2c') +
    path(`M${sail - 40} ${horizon + 72}h76l-10 46h-50z`, '#ffffff', 0.16)
  )
}

const mountains: Scene = (random) => {
  const [sky, shades] = random.pick([
    [
      ['#cfd8e6', '#f7e3d3'],
      ['#b4c1d0', '#8ea3b6', '#637f96', '#3c5a70', '#1f3849'],
    ],
    [
      ['#f3c7ae', '#fbe9d6'],
      ['#d6a99c', '#b5838a', '#865f75', '#5a425d', '#33283f'],
    ],
    [
      ['#bfe0dc', '#f3f1dc'],
      ['#9cc2b8', '#75a296', '#4f7e74', '#315b55', '#183a38'],
    ],
  ] as const)
  const pines = Array.from({ length: 13 }, (_, at) => {
    const x = at * 34 + random.between(-12, 12)
    const high = random.between(38, 84)
    return `M${x} ${500 - high}l${high * 0.24} ${high + 10}h${-high * 0.48}z`
  })
  return (
    gradient('sky', sky) +
    gradient('mist', ['#ffffff/0', '#ffffff/0.4']) +
    sheetOf('url(#sky)') +
    disc(random.between(80, 320), random.between(80, 130), 28, '#ffffff', 0.9) +
    shades
      .map(
        (fill, at) =>
          peaks(random, 230 + at * 62, 120 - at * 14, fill, 3 + at) +
          (at < 3 ? box(0, 190 + at * 62, 400, 110, 'url(#mist)') : ''),
      )
      .join('') +
    path(pines.join(''), '#0f2530', 0.92)
  )
}

const skyline: Scene = (random) => {
  const row = (base: number, most: number, fill: string) => {
    let x = -10
    let shapes = ''
    while (x < 400) {
      const width = random.between(28, 62)
      const height = random.between(60, most)
      shapes += box(x, base - height, width, 520 - base + height, fill)
      x += width + random.between(-2, 6)
    }
    return shapes
  }
  const windows = Array.from({ length: 120 }, () =>
    box(random.whole(0, 48) * 8 + 3, random.whole(29, 60) * 8, 3.6, 5, '#ffd996'),
  )
  const [sky, near, far] = random.pick([
    [['#29294d', '#86496f', '#f29a61'], '#161324', '#30254a'],
    [['#14243f', '#38618a', '#e7c7a4'], '#0f1829', '#263b56'],
  ] as const)
  return (
    gradient('sky', sky) +
    sheetOf('url(#sky)') +
    disc(random.between(70, 320), 110, 22, '#ffe9c8', 0.9) +
    row(330, 170, far) +
    row(420, 190, near) +
    `<g opacity=".8">${windows.join('')}</g>`
  )
}

const pool: Scene = (random) => {
  const x = random.between(140, 270)
  const y = random.between(270, 360)
  const waves = Array.from({ length: 7 }, (_, at) => {
    const top = 205 + at * 44
    return `M${Math.round(random.between(-30, 40))} ${top}q26-15 52 0t52 0 52 0 52 0 52 0 52 0 52 0`
  })
  const ring = random.pick(['#f28a2e', '#e3574b', '#f2c230'])
  return (
    gradient('water', ['#7fd3d3', '#3aa6b9', '#1f7f98']) +
    sheetOf('url(#water)') +
    path('M0 0h400v96L0 176z', '#f3e2ca') +
    path('M0 176 400 96v18L0 196z', '#fff7ea') +
    path('M250 30l110-22 8 34-110 22z', '#ffffff') +
    path('M250 30l40-8 8 34-40 8z', ring) +
    line(waves.join(''), '#d8f6f4', 4, 0.42) +
    `<ellipse cx="${x + 12}" cy="${y + 18}" rx="76" ry="66" fill="#0f5f72" opacity=".3"/>` +
    `<circle cx="${x}" cy="${y}" r="52" fill="none" stroke="${ring}" stroke-width="34"/>` +
    `<circle cx="${x}" cy="${y}" r="52" fill="none" stroke="#fff3df" stroke-width="34" stroke-dasharray="40.8 40.8" transform="rotate(${random.whole(0, 44)} ${x} ${y})"/>` +
    `<circle cx="${x}" cy="${y}" r="67" fill="none" stroke="#ffffff" stroke-width="2" opacity=".5"/>`
  )
}

const arch: Scene = (random) => {
  const [wall, shade, deep, sky] = random.pick([
    ['#e08a5c', '#c76f43', '#8a3f26', '#3a7fb5'],
    ['#e9c3a8', '#d9a585', '#a86c52', '#6fa9b8'],
    ['#d8a0a0', '#c08084', '#834a54', '#e7c39a'],
  ] as const)
  const left = random.between(70, 120)
  const steps = Array.from({ length: 5 }, (_, at) =>
    box(left - 30 - at * 16, 408 + at * 20, 220 + at * 32, 22, at % 2 === 0 ? '#f6dcc2' : '#e9c7a8'),
  )
  return (
    sheetOf(sky) +
    path('M0 70 400 20V500H0Z', wall) +
    path('M262 37 400 20V500H262Z', shade) +
    path(`M${left} 430V250a80 80 0 0 1 160 0v180z`, deep) +
    path(`M${left + 22} 430V262a66 66 0 0 1 132 0v168z`, sky) +
    path(`M${left + 22} 430V350q60-44 132-12v92z`, '#2c6f86', 0.85) +
    disc(left + 110, 280, 18, '#fff4dc', 0.95) +
    path(`M262 37 400 150V500H262Z`, '#000000', 0.08) +
    box(312, 190, 46, 70, deep, 22) +
    steps.join('') +
    rotate(line('M352 430q-6-70-34-104M352 430q2-80 10-124M352 430q10-60 36-88', '#3f6a3a', 7), 0, 352, 430) +
    path('M330 424h46l-6 60h-34z', '#b4522f')
  )
}

const fields: Scene = (random) => {
  const [sky, bands] = random.pick([
    [
      ['#f6d9a6', '#fcf1da'],
      ['#b4bd82', '#93a765', '#6f8a4c', '#4d6a37'],
    ],
    [
      ['#bcd8e6', '#f4f1e0'],
      ['#c9b7d8', '#a98cc0', '#7f6a9c', '#54507a'],
    ],
    [
      ['#f4c9b0', '#fdebd8'],
      ['#e2b37a', '#cf8f5c', '#a96a48', '#6f4436'],
    ],
  ] as const)
  const cypress = Array.from({ length: 6 }, () => {
    const x = random.between(20, 380)
    const y = random.between(290, 350)
    return `<ellipse cx="${Math.round(x)}" cy="${Math.round(y - 34)}" rx="9" ry="38" fill="#33492c"/>`
  })
  const house = random.between(60, 300)
  return (
    gradient('sky', sky) +
    sheetOf('url(#sky)') +
    disc(random.between(80, 330), 110, 34, '#fffaf0', 0.85) +
    hills(random, 240, 26, bands[0], 2) +
    hills(random, 300, 24, bands[1], 3) +
    box(house, 282, 42, 30, '#f7ead4') +
    path(`M${house - 6} 284l27-22 27 22z`, '#b4522f') +
    cypress.join('') +
    hills(random, 366, 20, bands[2], 2) +
    path('M176 500q22-70 70-104t6-62-34-34h12q44 26 52 52t-4 60q-44 36-24 88z', '#f6ead0', 0.92) +
    hills(random, 446, 14, bands[3], 3)
  )
}

const night: Scene = (random) => {
  const stars = Array.from({ length: 70 }, () =>
    disc(random.between(0, 400), random.between(0, 270), random.between(0.6, 1.7), '#fff7e0', random.between(0.35, 1)),
  )
  const tower = random.between(90, 300)
  return (
    gradient('sky', ['#0d1733', '#22345f', '#6a6a96']) +
    gradient('water', ['#2b3f6b', '#0a1226']) +
    gradient('beam', ['#ffe7a8/0.6', '#ffe7a8/0'], true) +
    sheetOf('url(#sky)') +
    stars.join('') +
    disc(tower > 200 ? 90 : 320, 96, 32, '#fdf3d8') +
    disc(tower > 200 ? 104 : 334, 88, 30, '#1a2850', 0.94) +
    box(0, 310, 400, 190, 'url(#water)') +
    path(`M${tower} 176l400-54v120z`, 'url(#beam)') +
    path(`M${tower - 120} 330q60-44 120-40t130 46v30H${tower - 120}z`, '#0b1120') +
    path(`M${tower - 16} 300l6-116h20l6 116z`, '#f4ede0') +
    path(`M${tower - 13} 260l2-28h22l2 28z`, '#c94f3d') +
    box(tower - 13, 164, 26, 22, '#ffe7a8', 3) +
    path(`M${tower - 17} 166l17-18 17 18z`, '#c94f3d') +
    line('M40 380h70M180 400h90M300 370h60M90 440h110M250 460h100', '#ffffff', 2, 0.18)
  )
}

export const LANDSCAPES = [dusk, sea, mountains, skyline, pool, arch, fields, night] as const
