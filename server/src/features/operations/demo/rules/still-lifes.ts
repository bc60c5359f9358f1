/** Still lifes of the demo. */
import {
  box,
  type Citrus,
  cutFruit,
  disc,
  gradient,
  leaf,
  line,
  oval,
  path,
  rotate,
  shadow,
  sheetOf,
  wholeFruit,
} from './drawing.ts'
import type { Scene } from './landscapes.ts'
import type { Random } from './random.ts'

const CLOTHS = [
  ['#efe2cf', '#f7eee0', '#e3d2b9'],
  ['#d9e2dc', '#e9efe9', '#c3d0c7'],
  ['#e9d3c4', '#f4e5da', '#d9bba6'],
  ['#44564e', '#52665d', '#34443d'],
] as const

const cloth = (random: Random) => {
  const [middle, light, dark] = random.pick(CLOTHS)
  return (
    sheetOf(middle) +
    path(`M0 0h400v${Math.round(random.between(90, 180))}Q200 ${Math.round(random.between(170, 260))} 0 120z`, light) +
    path(`M0 ${Math.round(random.between(380, 430))}q200 60 400-40v160H0z`, dark)
  )
}

const citrus: Scene = (random) => {
  const kind: Citrus = random.pick(['orange', 'lemon', 'lime', 'orange'])
  const places = [
    [120, 130, 70],
    [278, 118, 60],
    [206, 262, 80],
    [334, 296, 60],
    [80, 322, 58],
    [250, 420, 62],
    [110, 440, 46],
  ] as const
  return (
    cloth(random) +
    places
      .map(([x, y, radius], at) => {
        const left = x + random.between(-14, 14)
        const top = y + random.between(-12, 12)
        return at % 3 === 1 ? cutFruit(random, left, top, radius, kind) : wholeFruit(left, top, radius, kind)
      })
      .join('') +
    leaf(150, 74, 70, random.between(-40, 10)) +
    leaf(228, 196, 56, random.between(-70, -20)) +
    leaf(96, 260, 52, random.between(20, 60))
  )
}

const fruitBowl: Scene = (random) => {
  const [wall, table, bowl] = random.pick([
    ['#d7e0dc', '#b98a63', '#2f5d66'],
    ['#f0d9c6', '#8a5a3c', '#f4eee2'],
    ['#c9b8c6', '#6d4a4a', '#d7c6a6'],
  ] as const)
  const kind: Citrus = random.pick(['lemon', 'orange'])
  const fruit = (
    [
      [130, 272, 44],
      [274, 272, 44],
      [200, 262, 50],
      [166, 224, 42],
      [240, 222, 42],
      [204, 188, 40],
    ] as const
  ).map(([x, y, radius], at) =>
    wholeFruit(x + random.between(-5, 5), y, radius, at === 3 && kind === 'orange' ? 'plum' : kind),
  )
  return (
    gradient('wall', [wall, '#ffffff']) +
    sheetOf(wall) +
    path('M0 0h230L90 330H0z', '#ffffff', 0.28) +
    path('M270 0h60L190 330h-60z', '#ffffff', 0.18) +
    box(0, 330, 400, 170, table) +
    path('M0 330h400v14H0z', '#000000', 0.1) +
    shadow(220, 412, 170, 34) +
    fruit.join('') +
    leaf(214, 150, 58, -30) +
    leaf(206, 152, 46, -130) +
    path('M72 276h256q-6 128-128 128T72 276z', bowl) +
    path('M72 276h256q-1 20-6 38-60 26-122 26T78 314q-5-18-6-38z', '#ffffff', 0.14) +
    oval(200, 404, 56, 10, bowl)
  )
}

const coffee: Scene = (random) => {
  const [table, light, rim] = random.pick([
    ['#c9b298', '#d9c6ae', '#f9f5ee'],
    ['#3f4b52', '#4c5a62', '#e9e2d6'],
    ['#c98f78', '#d8a58f', '#fdf6ee'],
  ] as const)
  const x = random.between(180, 222)
  return (
    sheetOf(table) +
    path('M0 0h400L0 430z', light) +
    shadow(x + 24, 288, 172, 164) +
    disc(x, 262, 142, 'url(#milk)') +
    disc(x, 262, 112, '#e6dccd') +
    disc(x, 262, 90, rim) +
    disc(x, 262, 78, '#5f3820') +
    rotate(
      path(`M${x} 214c36 8 46 46 22 70-14 16-38 18-52 6 22 2 36-8 34-24s-26-14-32 4c-6-30 6-50 28-56z`, '#dcae7e') +
        path(`M${x} 322q-30-14-34-40 20 14 34 14t34-14q-4 26-34 40z`, '#dcae7e', 0.8),
      random.between(-30, 40),
      x,
      262,
    ) +
    box(x + 82, 250, 62, 24, rim, 12) +
    rotate(box(60, 60, 14, 150, '#b9a58a', 7) + oval(67, 62, 18, 30, '#c7b59b'), random.between(-40, -18), 66, 130) +
    rotate(
      box(236, 430, 150, 90, '#f7f1e6', 4) + line('M256 452h100M256 468h84M256 484h96', '#8f8576', 3, 0.6),
      -12,
      310,
      470,
    )
  )
}

const vase: Scene = (random) => {
  const [wall, side, table] = random.pick([
    ['#ece5da', '#d8ccb9', '#b9a48a'],
    ['#d9e0d6', '#bfcabb', '#8f8a6a'],
    ['#edcfc0', '#dcb09c', '#9c6a56'],
  ] as const)
  const flower = random.pick(['#c98a3a', '#c2554a', '#f2ead8', '#a86a9c'])
  const stems = Array.from({ length: 7 }, (_, at) => {
    const x = 80 + at * 40 + random.between(-12, 12)
    const y = random.between(50, 150)
    return {
      d: `M200 250Q${Math.round((x + 200) / 2 + random.between(-14, 14))} 170 ${Math.round(x)} ${Math.round(y)}`,
      x,
      y,
    }
  })
  return (
    gradient('wall', [wall, side], true) +
    sheetOf('url(#wall)') +
    box(0, 400, 400, 100, table) +
    path('M214 428 400 388v40l-160 26z', '#000000', 0.14) +
    line(stems.map(({ d }) => d).join(''), '#75703f', 3.4) +
    stems
      .map(({ x, y }) =>
        leaf(Math.round((x + 200) / 2), Math.round((y + 230) / 2), 34, random.between(-170, -10), '#7c8a52'),
      )
      .join('') +
    stems
      .map(
        ({ x, y }) =>
          Array.from({ length: 6 }, (_, at) =>
            rotate(oval(x, y - 12, 7, 14, flower), at * 60 + random.between(-8, 8), x, y),
          ).join('') + disc(x, y, 6, '#f7dc8e'),
      )
      .join('') +
    path('M170 244h60q-6 30 24 62 32 38 12 86-8 24-36 24h-60q-28 0-36-24-20-48 12-86 30-32 24-62z', '#f7f2ea') +
    path('M230 244q-6 30 24 62 32 38 12 86-8 24-36 24h-22q54-46 16-108-22-34-16-64z', '#d9cfc1')
  )
}

const plate: Scene = (random) => {
  const greens = ['#7fa04d', '#5b7a3a', '#a3bd62'] as const
  const wedges = Array.from({ length: 5 }, (_, at) => {
    const from = (at / 5) * 2 * Math.PI + random.between(-0.12, 0.12)
    const to = from + (2 * Math.PI) / 5
    const point = (angle: number) =>
      `${Math.round(200 + 122 * Math.cos(angle))} ${Math.round(250 + 122 * Math.sin(angle))}`
    const fill = at === 1 ? '#ee8a3c' : at === 3 ? '#b4423a' : at === 4 ? '#f3e7cf' : random.pick(greens)
    return path(`M200 250L${point(from)}A122 122 0 0 1 ${point(to)}Z`, fill)
  })
  const seeds = Array.from({ length: 46 }, () => {
    const angle = random.between(0, 2 * Math.PI)
    const distance = random.between(30, 112)
    return disc(
      200 + distance * Math.cos(angle),
      250 + distance * Math.sin(angle),
      random.between(1.4, 3.2),
      '#fff9ea',
      0.8,
    )
  })
  return (
    sheetOf(random.pick(['#3b4a43', '#2f3f52', '#6f4f40', '#d6c6b0'])) +
    path('M0 0h400L0 380z', '#ffffff', 0.05) +
    shadow(222, 284, 196, 186) +
    disc(200, 250, 164, 'url(#milk)') +
    disc(200, 250, 136, '#e7decf') +
    wedges.join('') +
    disc(200, 250, 46, '#fff8e6') +
    disc(204, 248, 25, '#f7c548') +
    seeds.join('') +
    leaf(150, 190, 54, -30, '#4d6b34') +
    leaf(236, 318, 50, 30, '#4d6b34') +
    rotate(box(26, 120, 10, 260, '#c9c2b6', 5), -4, 31, 250) +
    rotate(box(366, 120, 10, 260, '#c9c2b6', 5), 4, 371, 250)
  )
}

const pears: Scene = (random) => {
  const [wall, table] = random.pick([
    ['#54696e', '#2f3b40'],
    ['#d9c3a4', '#8b6a4a'],
    ['#8a6a72', '#46323c'],
  ] as const)
  const pear = (x: number, base: number, size: number) =>
    shadow(x + size * 0.5, base - 4, size * 1.5, size * 0.34) +
    path(
      `M${x} ${base - size * 2.5}c${size * 0.5} 0 ${size * 0.46} ${size * 0.7} ${size * 0.7} ${size * 1.1}c${size * 0.5} ${size * 0.7} ${size * 0.3} ${size * 1.4} ${-size * 0.7} ${size * 1.4}s${-size * 1.2} ${-size * 0.7} ${-size * 0.7} ${-size * 1.4}c${size * 0.24} ${-size * 0.4} ${size * 0.2} ${-size * 1.1} ${size * 0.7} ${-size * 1.1}z`,
      'url(#pear)',
    ) +
    line(`M${x} ${base - size * 2.46}q4-18 16-24`, '#5a4424', 5) +
    oval(x - size * 0.36, base - size * 0.9, size * 0.16, size * 0.34, '#ffffff', 'opacity=".28"')
  return (
    gradient('wall', ['#ffffff/0.22', '#000000/0.12'], true) +
    sheetOf(wall) +
    sheetOf('url(#wall)') +
    box(0, 350, 400, 150, table) +
    path('M0 350h400v5H0z', '#ffffff', 0.18) +
    pear(random.between(110, 140), 386, 64) +
    pear(random.between(258, 290), 400, 70) +
    wholeFruit(204, 396, 40, 'plum') +
    wholeFruit(random.between(324, 350), 424, 32, 'plum') +
    rotate(box(40, 430, 170, 12, '#c9ccd0', 6) + box(40, 428, 60, 16, '#4b3426', 8), -7, 120, 436)
  )
}

export const STILL_LIFES = [citrus, fruitBowl, coffee, vase, plate, pears] as const
