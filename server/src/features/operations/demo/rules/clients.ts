/** Who is in the demo: five clients of an agency, with forty accounts each. All of them are invented. */
import type { AccountCategory } from '@tangelo/contract/limits'
import { randomFor } from './random.ts'

export interface DemoClient {
  name: string
  website: string
  timeZone: string
  category: AccountCategory
  /** What every name of its accounts begins with, after `demo.`. */
  stem: string
  /** Accounts of the brand itself. */
  branches: readonly string[]
  /** What its creators are about. */
  topics: readonly [string, ...string[]]
  places: readonly [string, ...string[]]
  /** Who plans its posts: a user who cannot sign in. */
  colleague: string
  /** What its pictures show, by their numbers in `pictures.ts`. */
  pictures: readonly number[]
  hashtags: readonly string[]
}

export interface DemoAccount {
  username: string
  category: AccountCategory
  fullName: string
  bio: string
  isBrand: boolean
  /** Followers at the beginning, and how they grow in a day. */
  followers: number
  dailyGrowth: number
  engagementRate: number
  /** In two years. */
  posts: number
}

export const ACCOUNTS_PER_CLIENT = 40
export const USERNAME_BEGINNING = 'demo.'

export const CLIENTS: readonly DemoClient[] = [
  {
    name: 'Casa Luma',
    website: 'https://casaluma.example',
    timeZone: 'Europe/Lisbon',
    category: 'Fashion & Style',
    stem: 'casaluma',
    branches: ['', 'home', 'garden', 'ceramics', 'linen', 'lisboa', 'porto', 'journal'],
    topics: ['interiors', 'ceramics', 'linen', 'slowliving'],
    colleague: 'ines',
    pictures: [7, 10, 5, 12, 0, 11, 7, 3, 6, 10, 2, 5],
    places: ['Lisbon', 'Porto', 'Sintra', 'Évora'],
    hashtags: ['casaluma', 'slowliving', 'madebyhand'],
  },
  {
    name: 'Harbour Kitchen',
    website: 'https://harbourkitchen.example',
    timeZone: 'Europe/London',
    category: 'Food & Recipes',
    stem: 'harbour',
    branches: ['kitchen', 'bakery', 'market', 'wine', 'pantry', 'events', 'school', 'takeaway'],
    topics: ['bakes', 'cooks', 'forages', 'eats'],
    colleague: 'tom',
    pictures: [9, 2, 3, 5, 11, 9, 13, 1, 2, 3, 5, 9],
    places: ['Falmouth', 'Whitby', 'Brighton', 'Oban'],
    hashtags: ['harbourkitchen', 'seasonal', 'fromthesea'],
  },
  {
    name: 'Six Lemons',
    website: 'https://sixlemons.example',
    timeZone: 'Europe/Rome',
    category: 'Food & Recipes',
    stem: 'sixlemons',
    branches: ['', 'bar', 'gelato', 'amalfi', 'milano', 'soda', 'shop', 'grove'],
    topics: ['spritz', 'gelato', 'dolce', 'agrumi'],
    colleague: 'giulia',
    pictures: [1, 3, 8, 12, 1, 5, 10, 3, 2, 1, 8, 11],
    places: ['Amalfi', 'Milan', 'Sorrento', 'Palermo'],
    hashtags: ['sixlemons', 'agrumi', 'aperitivo'],
  },
  {
    name: 'Trail and Tide',
    website: 'https://trailandtide.example',
    timeZone: 'Atlantic/Madeira',
    category: 'Travel & Photography',
    stem: 'trailandtide',
    branches: ['', 'surf', 'hikes', 'huts', 'madeira', 'azores', 'archive', 'films'],
    topics: ['outside', 'surfs', 'hikes', 'sails'],
    colleague: 'rui',
    pictures: [4, 2, 13, 0, 12, 4, 2, 8, 0, 4, 13, 2],
    places: ['Madeira', 'Azores', 'Ericeira', 'Sagres'],
    hashtags: ['trailandtide', 'getoutside', 'atlantic'],
  },
  {
    name: 'Marlow Motion',
    website: 'https://marlowmotion.example',
    timeZone: 'Europe/Berlin',
    category: 'Fitness & Wellness',
    stem: 'marlow',
    branches: ['motion', 'studio', 'yoga', 'running', 'berlin', 'hamburg', 'kids', 'podcast'],
    topics: ['moves', 'runs', 'stretches', 'lifts'],
    colleague: 'jonas',
    pictures: [6, 0, 8, 4, 12, 9, 6, 2, 0, 8, 5, 4],
    places: ['Berlin', 'Hamburg', 'Leipzig', 'Munich'],
    hashtags: ['marlowmotion', 'movebetter', 'strongerslowly'],
  },
]

const FIRST_NAMES = ['ana', 'ben', 'carla', 'david', 'elena', 'felix', 'greta', 'hugo'] as const

/** Those of the brand first. */
export function accountsOf(client: DemoClient): DemoAccount[] {
  const names = [
    ...client.branches.map((branch) => (branch ? `${client.stem}.${branch}` : client.stem)),
    ...FIRST_NAMES.flatMap((name) => client.topics.map((topic) => `${name}.${topic}`)),
  ]
  return names.slice(0, ACCOUNTS_PER_CLIENT).map((name, at) => {
    const random = randomFor(`account:${name}`)
    const isBrand = at < client.branches.length
    const followers = isBrand
      ? Math.round(random.between(12_000, 60_000) * (at === 0 ? 4 : 1))
      : Math.round(900 * Math.exp(random.between(0, 3.4)))
    const place = random.pick(client.places)
    return {
      username: `${USERNAME_BEGINNING}${name}`,
      category: at % 11 === 10 ? 'Other' : client.category,
      fullName: asTitle(name),
      bio: isBrand ? `${client.name}. ${place}, open all year.` : `${asTitle(name)}. ${place}. With ${client.name}.`,
      isBrand,
      followers,
      dailyGrowth: random.between(0.0001, 0.0011),
      engagementRate: Math.min(
        9,
        (isBrand ? 4.4 : 5.6) * Math.exp(random.between(-0.6, 0.5)) * (20_000 / followers) ** 0.12,
      ),
      posts: at === 0 ? 300 : isBrand ? 90 : random.whole(18, 44),
    }
  })
}

const asTitle = (name: string) =>
  name
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
