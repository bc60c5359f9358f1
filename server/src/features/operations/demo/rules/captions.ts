/** What the posts and drafts of the demo say. */

export const CAPTIONS: readonly [string, ...string[]] = [
  'First light. We were up before the gulls.',
  'Three ingredients and a little patience.',
  'Small batch, out of the oven at seven.',
  'A quiet corner for a loud week.',
  'Save this one for Sunday.',
  'Nobody tells you how good the second cup is.',
  'Made by hand, one at a time.',
  'The long way round is the nice way round.',
  'What would you pair it with?',
  'Back in stock on Friday morning.',
  'Salt, sun, and nothing else to do.',
  'A year ago this was an empty room.',
  'Tag the friend who owes you one.',
  'Five minutes that make the day better.',
  'Behind the scenes of last Saturday.',
  'Colour of the week: tangerine.',
]

/** Of the drafts of each client, in the order of `CLIENTS`. */
export const DRAFT_CAPTIONS: readonly (readonly string[])[] = [
  [
    'The new ceramics are out of the kiln. Which glaze is yours?',
    'A table for eight, set in ten minutes.',
    'How we fold linen so that it never needs an iron.',
    'Evening light in the garden room.',
    'Three vases, one branch of olive.',
    'From our studio in Porto: the slow chair.',
    'Terracotta is back. It never left us.',
    'A small guide to mixing whites.',
    'Sunday reset: one shelf at a time.',
    'Meet Teresa, who throws every bowl we sell.',
    'The winter blanket, in four colours of sand.',
    'Open house in Lisbon this Saturday, ten to six.',
  ],
  [
    'Crab on toast, the way the boats eat it.',
    'Our sourdough starter turns nine today.',
    'What is on the market stall this week.',
    'Oysters and stout, every Thursday from five.',
    'One pan, twelve mussels, no excuses.',
    'The pantry shelf we would save from a fire.',
    'Behind the counter with Joe, baker since 2011.',
    'Leek and potato, but make it Sunday best.',
    'Book the winter cooking school: eight places left.',
    'Smoked mackerel pâté in four steps.',
    'A wine list that fits on one page.',
    'Storm day. Soup is on the house.',
  ],
  [
    'Limonata season never ends here.',
    'How to read a lemon: weight, skin, scent.',
    'Spritz number six: bergamot and rosemary.',
    'Granita for breakfast is a rule in Sicily.',
    'The grove at dawn, before the pickers come.',
    'New at the bar in Milan: the salty dog.',
    'Candied peel, start to finish.',
    'Which lemon is for what? Save this.',
    'Gelato of the month: lemon, basil, olive oil.',
    'Six lemons, one tart.',
    'Aperitivo, explained in one picture.',
    'We pressed four tons on Tuesday. Thank you all.',
  ],
  [
    'The levada that nobody walks on a Monday.',
    'Six metres and clean. Nazaré woke up.',
    'What is in our pack for two nights in a hut.',
    'Sunrise on Pico Ruivo, above the clouds.',
    'A film about a boat that took nine years.',
    'How to wave back at a whale.',
    'The Azores in a week, without a car.',
    'Wetsuits: what the numbers mean.',
    'Tide tables, read in one minute.',
    'Where to sleep when the huts are full.',
    'Our guides pick their favourite mile.',
    'Bring layers. Then bring one more.',
  ],
  [
    'Ten minutes for a stiff back.',
    'Your first five kilometres, week by week.',
    'Why we count breaths and not calories.',
    'The studio in Hamburg opens on Monday.',
    'Three mistakes in a plank, and the fix.',
    'Rest days are training days.',
    'Yoga for people who sit all day.',
    'New timetable: lunch classes every day.',
    'Meet Jonas, who ran again after four years.',
    'How heavy is heavy enough?',
    'The kids class is full. We added a second one.',
    'Stretch with us, live on Thursday at seven.',
  ],
]

/** Of one reel for each client. */
export const REEL_CAPTIONS: readonly string[] = [
  'One room, four seasons.',
  'A day in the harbour kitchen.',
  'Six lemons, three ways.',
  'Madeira in nine seconds.',
  'Morning routine: wake up slowly.',
]

/** Prompts of the demo's library. */
export const PROMPTS: readonly { title: string; prompt: string }[] = [
  {
    title: 'Warm and short',
    prompt:
      'Write a caption of at most two sentences for this picture. Warm, plain, no exclamation marks, one question at the end.',
  },
  {
    title: 'Recipe card',
    prompt: 'Name the dish in the picture, list what is in it in one line, and say in one sentence when to eat it.',
  },
]
