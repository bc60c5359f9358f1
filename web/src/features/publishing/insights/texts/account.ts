/** Every sentence about what only the owner of an account sees of it. */
import { WEEKDAY_NAMES } from '@tangelo/contract/limits'
import type { AudienceDimension, ComparedFigure, InsightRange, PublicationKind } from '../queries/insights.ts'
import type { DayFigure } from '../rules.ts'

const formats: Record<PublicationKind, readonly [one: string, many: string]> = {
  image: ['image', 'images'],
  carousel: ['carousel', 'carousels'],
  reel: ['reel', 'reels'],
  story: ['story', 'stories'],
}
const days: Record<DayFigure, readonly [title: string, note: string]> = {
  views: ['Views', 'Of everything on the account, that day'],
  reach: ['Reach', 'People, each counted once a day: days are never added'],
  interactions: ['Interactions', 'Likes, comments, saves and shares'],
  follows: ['New followers', 'Who came that day, before those who left'],
}
const figures: Record<ComparedFigure, string> = {
  views: 'Views',
  reach: 'Reach',
  likes: 'Likes',
  saves: 'Saves',
  shares: 'Shares',
}
const dimensions: Record<AudienceDimension, string> = { age: 'Age', gender: 'Gender', country: 'Country', city: 'City' }
const ranges: Record<InsightRange, string> = { '28': '28 days', '90': '90 days', '365': 'Year', '730': '2 years' }
const genders: Readonly<Record<string, string>> = { f: 'Women', m: 'Men', u: 'Not stated' }

export const texts = {
  formats,
  days,
  dimensions,
  ranges,
  genders,
  weekdays: WEEKDAY_NAMES,
  loading: 'Loading the insights...',
  failed: 'The insights could not be loaded',
  range: 'Days shown',
  owner: 'Only you as the owner can see this. It is read with your access, and no client sees it.',
  lastRead: (age: string) => `Read ${age}`,
  next: (age: string) => `next ${age}`,
  nextAlone: (age: string) => `Next reading ${age}`,
  files: {
    days: 'Days as CSV',
    posts: 'Posts as CSV',
    failed: 'The file could not be downloaded',
  },
  showTable: 'Show as a table',
  showChart: 'Show as a chart',
  unknown: 'not given',
  figures,

  faces: {
    connect: {
      title: 'This account is not connected',
      text: 'Saves, reach, watch time and audience are shown to the owner alone. Connect the account to read them here.',
      button: 'Connect the account',
    },
    again: {
      title: 'The access has ended',
      text: 'Nothing has been read yet. Connect the account again to read its insights.',
      button: 'Connect again',
    },
    grant: {
      title: 'The permission for insights is missing',
      text: 'The account is connected, but "Insights" was not allowed. Connect it again and leave Insights allowed.',
      button: 'Connect again',
    },
    fresh: {
      title: 'The first reading is on its way',
      text: 'Instagram is asked within five minutes. Its figures of a day come up to two days later, and two years back follow within about a day and a half.',
    },
    empty: {
      title: 'Instagram has given no figures yet',
      text: 'Figures come up to two days late. The account is asked again every hour.',
    },
  },
  banners: {
    not_connected: 'The account is no longer connected. What was read stays; nothing new is read.',
    ended: 'The access has ended. What was read stays; connect the account again to read on.',
    not_granted: 'The permission for insights is missing. Connect the account again and leave Insights allowed.',
    problem: (why: string) => `The last round stopped: ${why}`,
    filling: (day: string) => `Earlier days are still being read; so far back to ${day}.`,
    connect: 'Connect again',
  },

  spans: {
    title: 'Last 7 and 28 days',
    note: 'Each asked for as one span, so a person counts once in it. Days are never added up to reach.',
    name: (span: number) => `Last ${span} days`,
    until: (day: string) => `until ${day}`,
    open: 'may still be corrected',
    columns: { reach: 'Reach', views: 'Views', interactions: 'Interactions', profileLinkTaps: 'Link taps' },
  },
  charts: {
    title: 'Days',
    clocks: (zone: string) => `Days in the time zone ${zone}.`,
    open: (count: number) =>
      count === 1 ? 'The last day may still be corrected.' : `The last ${count} days may still be corrected.`,
    value: (title: string) => title,
    summary: (title: string, from: string, to: string) => `${title} by day, ${from} to ${to}`,
    read: (value: string, title: string) => `${value} ${title.toLowerCase()}`,
    step: (change: string) => `${change} since the day before`,
    none: 'No day with this figure',
  },
  audience: {
    title: 'Who follows',
    note: 'Of the last month. Instagram shows it from 100 followers on.',
    none: 'Instagram shows who follows from 100 followers on.',
    people: 'People',
    share: 'Share',
    more: (count: number) => `${count} more`,
  },
  online: {
    title: 'When followers are online',
    answer: (hours: string) => `Most are online ${hours}.`,
    at: (day: string, hour: string) => `${day} at ${hour}`,
    note: (count: number, zone: string) =>
      `Mean of ${count} days, in the time zone ${zone}. When they are online is not when a post does best.`,
    none: 'Instagram gives these hours from 100 followers on.',
    cell: (day: string, hour: string, people: string) => `${day} ${hour}: ${people}`,
    weekday: 'Weekday',
    fewer: 'Fewer',
    most: 'Most',
  },
} as const
