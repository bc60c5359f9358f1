/**
 * The script of a shared calendar, which the server writes as HTML: beside each time it says when that is on the reader's own
 * clocks, where those differ. The page is whole without it.
 */

const locale = 'en-GB'
const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
const day = new Intl.DateTimeFormat('en', { weekday: 'short' })
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function weekdayIn(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'short', timeZone }).format(moment)
}

const note = document.querySelector<HTMLElement>('[data-zone]')
const theirs = note?.dataset.zone ?? zone
let differ = 0

for (const time of document.querySelectorAll<HTMLTimeElement>('.post time')) {
  const moment = new Date(time.dateTime)
  const own = clock.format(moment)
  const isOtherDay = weekdayIn(moment, theirs) !== day.format(moment)
  if (own === time.dataset.clock && !isOtherDay) continue
  differ += 1
  const beside = document.createElement('span')
  beside.className = 'yours n'
  beside.textContent = `${isOtherDay ? `${day.format(moment)} ` : ''}${own} your time`
  time.closest('.when')?.after(beside)
}
if (note && differ > 0) note.textContent = ' Your own are beside them.'
