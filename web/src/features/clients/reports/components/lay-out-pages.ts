/**
 * Shows the file of a report as the sheets that its print would have, side by side, and counts them. The browser itself breaks them:
 * columns as large as the printed part of an A4 sheet obey the same rules about breaks as paper does.
 */

/** Millimetres. The margins are those of the file's `@page`. */
const SHEET = { width: 210, height: 297, top: 15, side: 16, bottom: 14 }
const SHEET_GAP_MM = 8
const MM_IN_PX = 96 / 25.4

const COLUMN_MM = SHEET.width - 2 * SHEET.side
const COLUMN_GAP_MM = 2 * SHEET.side + SHEET_GAP_MM

const SHEETS = `@media screen{
:root{color-scheme:light;overflow:hidden;background:repeating-linear-gradient(90deg,#fff 0 ${SHEET.width}mm,#0000 0 ${SHEET.width + SHEET_GAP_MM}mm)}
body{background:none;margin:${SHEET.top}mm ${SHEET.side}mm ${SHEET.bottom}mm;width:${COLUMN_MM}mm;height:${SHEET.height - SHEET.top - SHEET.bottom}mm;column-width:${COLUMN_MM}mm;column-gap:${COLUMN_GAP_MM}mm;column-fill:auto}
}`

/** How many sheets columns of this width in all are, the gaps between them included. */
export const countSheets = (widthPx: number): number =>
  Math.max(1, Math.round((widthPx / MM_IN_PX + COLUMN_GAP_MM) / (COLUMN_MM + COLUMN_GAP_MM)))

/** Changes the styles of a document for this screen alone: it still prints as before. Answers how many sheets it has. */
export async function layOutPages(file: Document): Promise<number> {
  const [sheet] = file.styleSheets
  if (sheet) {
    for (const rule of sheet.cssRules) {
      if (!('media' in rule)) continue
      const media = rule.media as MediaList
      if (media.mediaText === 'print') media.mediaText = 'all'
      else media.mediaText = 'not all'
    }
    sheet.insertRule(SHEETS, sheet.cssRules.length)
  }
  // Its typeface is inside the file, and is read after it.
  await file.fonts?.ready
  return countSheets(file.body.scrollWidth)
}
