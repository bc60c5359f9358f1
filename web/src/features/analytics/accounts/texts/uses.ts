/** What accounts take along and leave when they are moved or deleted. What there is none of is not mentioned. */
import { formatWhole } from '#lib/format.ts'
import type { SummedUses } from '../rules/uses.ts'

const count = (many: number, noun: string): string => `${formatWhole(many)} ${noun}${many === 1 ? '' : 's'}`

const saysLeft = ({ groups, calendars, companyName }: SummedUses, isOne: boolean): string[] => {
  const parts = [
    ...(groups > 0 ? [count(groups, 'group')] : []),
    ...(calendars > 0 ? [count(calendars, 'shared calendar')] : []),
  ]
  if (parts.length === 0) return []
  return [`${isOne ? 'It leaves' : 'They leave'} ${parts.join(' and ')}${companyName ? ` of ${companyName}` : ''}.`]
}

const saysEmptied = ({ emptyGroups, emptyGroupLinks, emptyGroupSchedules }: SummedUses): string[] => {
  if (emptyGroups === 0) return []
  const [are, their] = emptyGroups === 1 ? ['is', 'its'] : ['are', 'their']
  const some = (many: number, noun: string): string[] => {
    if (many === 0) return []
    return [`${their} ${many === 1 ? noun : count(many, noun)}`]
  }
  const shown = [...some(emptyGroupLinks, 'link'), ...some(emptyGroupSchedules, 'report schedule')].join(' and ')
  const verb = emptyGroupLinks + emptyGroupSchedules === 1 ? 'shows' : 'show'
  return [`${count(emptyGroups, 'group')} ${are} empty then${shown ? `: ${shown} ${verb} nothing` : ''}.`]
}

const saysEnded = ({ links, reportSchedules }: SummedUses, isOne: boolean): string[] => {
  const them = isOne ? 'it' : 'them'
  return [
    ...(links > 0 ? [`${count(links, 'link')} to ${them} no longer ${links === 1 ? 'opens' : 'open'}.`] : []),
    ...(reportSchedules > 0
      ? [
          `${count(reportSchedules, 'report schedule')} of ${them} ${reportSchedules === 1 ? 'makes' : 'make'} no more reports.`,
        ]
      : []),
  ]
}

const saysConnected = (connections: number, isOne: boolean): string[] => {
  if (connections === 0) return []
  if (isOne) return ['Its owner has to connect it again.']
  return [`${count(connections, 'connected account')} ${connections === 1 ? 'has' : 'have'} to be connected again.`]
}

export const texts = {
  loading: 'Looking for groups and links...',
  failed: 'Which groups and links refer to this could not be read.',
  tryAgain: 'Try Again',
  move: (uses: SummedUses, isOne: boolean): string[] => [
    `${isOne ? 'It takes its' : 'They take their'} history, posts and tags along. Drafts stay${
      uses.companyName ? ` with ${uses.companyName}` : ''
    } but lose their account; finished reports stay.`,
    ...saysLeft(uses, isOne),
    ...saysEmptied(uses),
    ...saysEnded(uses, isOne),
    ...saysConnected(uses.connections, isOne),
  ],
  remove: (uses: SummedUses, isOne: boolean): string[] => [
    ...saysLeft(uses, isOne),
    ...saysEmptied(uses),
    ...saysEnded(uses, isOne),
  ],
} as const
