/**
 * A report as one HTML file that needs nothing else: no script, no request, every picture and style inside. The same model always
 * makes the same bytes, on every machine and after every start.
 */
import { hash } from 'node:crypto'
import type { ReportModel, Section } from '../model.ts'
import { drawingMarkup } from './drawings.ts'
import { html, Markup, own } from './markup.ts'
import { stylesOf } from './styles.ts'
import { renderTable, richText, twin } from './tables.ts'

/** Nothing is loaded and nothing runs, whatever a title or a caption holds. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'"

/** What two reports have in common when their figures and words are the same. */
const fingerprintOf = (model: ReportModel): string =>
  hash('sha256', JSON.stringify(model), 'hex')
    .slice(0, 12)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')

/** @param fontFaces style rules that hold the typeface. */
export function reportPage(model: ReportModel, fontFaces: string): string {
  const { title, about, kind, period, brand, sections } = model
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}, ${period}</title>
<style>${new Markup(stylesOf(brand.colours, fontFaces))}</style>
</head>
<body>
<main class="doc">
<header class="mast">${(brand.logo !== null || brand.name !== null) && html`<div class="brand">${brand.logo !== null && html`<img src="${brand.logo}" alt="${brand.name === null ? 'Logo' : ''}">`}${brand.name !== null && html`<b>${own(brand.name)}</b>`}</div>`}<div class="for"><span>${kind}</span><b>${period}</b></div></header>
<h1>${own(title)}</h1>
<p class="about">${own(about)}</p>
${inPairs(sections).map((some) => (some.length === 1 ? some.map((one) => sectionMarkup(one, brand.name)) : html`<div class="pair">${some.map((one) => sectionMarkup(one, brand.name))}</div>\n`))}
${sourcesMarkup(model)}
</main>
</body>
</html>
`
  return page.text
}

const isHalf = ({ kind, drawing }: Section) =>
  (kind === 'posting' || kind === 'formats') && drawing.kind === 'intervals'

/** When to post and formats stand side by side where they follow each other. */
function inPairs(sections: readonly Section[]): Section[][] {
  const rows: Section[][] = []
  for (const section of sections) {
    const last = rows.at(-1)
    const [before] = last ?? []
    if (
      last?.length === 1 &&
      before &&
      isHalf(before) &&
      isHalf(section) &&
      before.note === null &&
      section.note === null
    )
      last.push(section)
    else rows.push([section])
  }
  return rows
}

const CLASSES: Partial<Record<Section['kind'], string>> = { summary: 'short', figures: 'tiles' }

function sectionMarkup(section: Section, brandName: string | null): Markup {
  const { kind, heading, lead, drawing, caption, tables, showsTable, note } = section
  const isQuiet = kind === 'summary' || kind === 'figures'
  const isSum = kind === 'figures' && showsTable
  return html`<section class="${CLASSES[kind] ?? 'fold'}${isSum && ' sum'}"><h2${isQuiet && html` class="sr"`}>${heading}</h2>${
    lead && html`<p class="lead">${richText(lead)}</p>`
  }${drawingMarkup(drawing)}${showsTable && tables.map(renderTable)}${caption !== null && html`<p class="cap">${caption}</p>`}${
    !showsTable && kind !== 'summary' && twin(tables)
  }${note !== null && html`<div class="note">${brandName !== null && html`<b>${own(brandName)}</b>`}<p>${own(note)}</p></div>`}</section>
`
}

function sourcesMarkup(model: ReportModel): Markup {
  const rows = [...model.sources, { name: 'Fingerprint', text: fingerprintOf(model) }]
  return html`<footer class="prov"><h2>Where these figures come from</h2><dl>${rows.map(
    ({ name, text }) => html`<dt>${name}</dt><dd>${text}</dd>`,
  )}</dl></footer>`
}
