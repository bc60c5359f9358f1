/** Names, biographies and captions as people write them: several languages, emoji, hashtags, line breaks. */
import { numberFor, oneOf } from './chance.ts'

const givenNames = [
  'North',
  'Blue',
  'Atelier',
  'Casa',
  'Ridge',
  'Lumen',
  'Zoë',
  'Søren',
  'Nur',
  'Café',
  'Юлия',
  '東京',
] as const
const lastWords = [
  'Coffee',
  'Studio',
  'Fitness',
  'Travels',
  'Kitchen',
  'Ceramics',
  'Design',
  'Wear',
  'Foods',
  'Lab',
] as const
const trades = [
  'Coffee and quiet mornings',
  'Handmade in Łódź',
  'Recettes de saison',
  'Wir backen Brot',
  'Slow travel',
] as const
const closings = [
  '☕️',
  'Orders by message',
  '📍 Lisboa',
  'New every Friday ✨',
  'Write to hello@studio.example',
] as const
const openings = [
  'Morning light over the harbour.',
  'What a week!',
  'Neu im Laden: die kleine Vase.',
  'Nouvelle recette en ligne 🍋',
  '新しい一日。',
  'Behind the scenes,',
] as const
const tags = [
  'slow',
  'coffee',
  'morning',
  'ceramics',
  'travel',
  'küche',
  'atelier',
  'fitness',
  'lisboa',
  '旅行',
] as const

export function writeName(seed: number, username: string): string {
  return `${oneOf(givenNames, seed, username, 'first word')} ${oneOf(lastWords, seed, username, 'last word')}`
}

export function writeBiography(seed: number, username: string): string {
  return `${oneOf(trades, seed, username, 'trade')}\n${oneOf(closings, seed, username, 'closing')}`
}

/** Undefined where the owner wrote nothing below the post. */
export function writeCaption(seed: number, identity: string, index: number): string | undefined {
  const kind = numberFor(seed, identity, 'caption', index) % 12
  if (kind === 0) return undefined
  const opening = oneOf(openings, seed, identity, 'opening', index)
  const mention = kind === 1 ? ' with @north.studio.' : ''
  const chosen = Array.from({ length: kind % 4 }, (_, place) => `#${oneOf(tags, seed, identity, 'tag', index, place)}`)
  const words = kind === 2 ? `\n\n${opening} `.repeat(30) : ''
  return [`${opening}${mention}${words}`, chosen.join(' ')].filter(Boolean).join('\n')
}
