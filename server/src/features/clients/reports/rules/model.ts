/**
 * A report as plain data, between the figures and the file: every number of a drawing stands in a table as well, with the value
 * for CSV and the text for readers. What one model is made into is always the same.
 */
import type { ReportSection } from '@tangelo/contract/limits'
import type { BrandColours } from './colour.ts'

/** A strong part stands out, a soft one steps back. */
type Part = string | { strong: string } | { soft: string }
export type Rich = readonly Part[]

export interface Cell {
  text: string
  /** Null is unknown. */
  value: number | string | null
}

export interface Table {
  caption: string
  columns: readonly { name: string; isNumber?: true }[]
  rows: readonly (readonly Cell[])[]
}

export interface Tile {
  name: string
  text: string
  /** With all its digits, where `text` is shortened. */
  exact: string | null
  change: string
}

/** One line of followers, or of their sum; days are counted from the beginning of the period. */
export interface Line {
  points: readonly { day: number; value: number }[]
  /** Points before which the source changed: no line joins them with the one before. */
  breaks: readonly number[]
}

export interface Mark {
  day: number
  text: string
  isRise: boolean
}

export interface Interval {
  name: string
  posts: number
  effect: number | null
  low: number | null
  high: number | null
  isFound: boolean
}

export interface Picture {
  /** `data:` address; null where there is none. */
  source: string | null
}

export interface TopPost extends Picture {
  caption: string
  about: string
  likes: string
  comparison: string | null
}

export interface PlannedPost extends Picture {
  caption: string
  about: string
  when: string
  state: string
  isApproved: boolean
}

export interface PlaceDrawing {
  name: string
  unit: string
  text: string
  own: number
  median: number | null
  /** Ends of the band in which its true place lies, as values of the measure. */
  band: { low: number; high: number }
  peers: readonly number[]
  labels: readonly { at: number; text: string }[]
  sentence: string
}

export type Drawing =
  | { kind: 'none' }
  | { kind: 'sentences'; sentences: readonly Rich[] }
  | { kind: 'tiles'; tiles: readonly Tile[] }
  | {
      kind: 'line'
      days: number
      firstDay: number
      line: Line
      previous: Line | null
      previousName: string
      marks: readonly Mark[]
      says: string
    }
  | {
      kind: 'events'
      events: readonly { title: string; about: string; when: string; change: string; isRise: boolean }[]
    }
  | { kind: 'intervals'; intervals: readonly Interval[] }
  | { kind: 'posts'; posts: readonly TopPost[] }
  | { kind: 'places'; places: readonly PlaceDrawing[] }
  | { kind: 'plan'; posts: readonly PlannedPost[] }

export interface Section {
  kind: ReportSection
  heading: string
  lead: Rich | null
  drawing: Drawing
  /** Under the drawing: what it shows, what was left out. */
  caption: string | null
  tables: readonly Table[]
  /** The first table is read in full, and not only behind the drawing. */
  showsTable: boolean
  note: string | null
}

export interface ReportModel {
  title: string
  /** Who it is about, below the title. */
  about: string
  kind: string
  period: string
  brand: { name: string | null; logo: string | null; colours: BrandColours }
  sections: readonly Section[]
  /** Where the figures come from. */
  sources: readonly { name: string; text: string }[]
}

export const cell = (text: string, value: number | string | null = text): Cell => ({ text, value })
export const UNKNOWN: Cell = { text: 'not known', value: null }
