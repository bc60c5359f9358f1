/**
 * The styles of the pages of links: the colours and the typeface of the screens, light and dark by the reader's system. Contrasts
 * are those of the screens' tokens.
 */

const LIGHT =
  '--canvas:oklch(.982 .004 75);--surface:oklch(.998 .001 75);--sunken:oklch(.965 .006 75);--line:oklch(.918 .006 70);--line-2:oklch(.85 .009 70);--control:oklch(.62 .012 65);--ink:oklch(.235 .012 55);--ink-2:oklch(.44 .014 55);--ink-3:oklch(.53 .014 55);--mark:oklch(.66 .187 47);--solid:oklch(.55 .16 42);--solid-2:oklch(.505 .15 41);--wash:oklch(.922 .047 62);--focus:oklch(.62 .176 46);--good:oklch(.5 .12 152);--amber:oklch(.5 .1 75);--blue:oklch(.5 .14 255);--bad:oklch(.52 .185 25)'
const DARK =
  '--canvas:oklch(.178 .006 60);--surface:oklch(.208 .007 60);--sunken:oklch(.238 .008 60);--line:oklch(.29 .009 60);--line-2:oklch(.365 .011 60);--control:oklch(.56 .014 60);--ink:oklch(.95 .006 75);--ink-2:oklch(.77 .01 70);--ink-3:oklch(.67 .012 70);--mark:oklch(.76 .163 56);--solid:oklch(.565 .165 42);--solid-2:oklch(.535 .157 42);--wash:oklch(.335 .066 50);--focus:oklch(.76 .163 56);--good:oklch(.8 .13 154);--amber:oklch(.84 .11 86);--blue:oklch(.79 .1 252);--bad:oklch(.77 .13 24)'

const SHEET = `*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;background:var(--canvas);color:var(--ink);font:400 14px/22px Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Color Emoji",sans-serif;letter-spacing:-.006em;font-feature-settings:"cv11","ss03";overflow-wrap:anywhere}
h1,h2,h3,p,ul,ol{margin:0;padding:0}ul,ol{list-style:none}svg{display:block}a{color:inherit}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.n{font-variant-numeric:tabular-nums}
.wheel{width:64px;height:64px}.wheel path{fill:none;stroke:var(--line-2);stroke-width:1.5}`

/** Of a page with one thing on it: a lock, or nothing. */
const ALONE = `.alone{display:grid;align-content:center;justify-items:center;min-height:100vh;min-height:100dvh;padding:32px 20px 12vh;text-align:center}
.alone h1{margin-top:20px;font-size:22px;line-height:29px;font-weight:620;letter-spacing:-.022em;text-wrap:balance}
.alone>p{margin-top:8px;max-width:36ch;font-size:15px;line-height:23px;color:var(--ink-2);text-wrap:balance}
form{width:100%;max-width:320px;margin-top:28px;text-align:left}
label{display:block;font-size:13px;line-height:20px;font-weight:550;margin-bottom:6px}
input{width:100%;height:44px;padding:0 12px;border:1px solid var(--control);border-radius:8px;background:var(--surface);color:var(--ink);font:inherit;font-size:16px}
input:focus-visible{outline-offset:0;border-color:var(--focus)}
input[aria-invalid]{border-color:var(--bad)}
.problem{min-height:24px;padding-top:4px;font-size:13px;line-height:20px;color:var(--bad)}
button{width:100%;height:44px;margin-top:4px;border:0;border-radius:8px;background:var(--solid);color:#fff;font:inherit;font-size:15px;font-weight:570;cursor:pointer}
button:hover{background:var(--solid-2)}`

const CALENDAR = `.cal-page{max-width:1280px;margin:0 auto;padding:28px 40px 56px}
.mast{display:flex;align-items:flex-end;justify-content:space-between;gap:12px 24px;flex-wrap:wrap}
.mast p{font-size:13px;line-height:20px;font-weight:550;color:var(--ink-2)}
h1{font-size:26px;line-height:34px;font-weight:620;letter-spacing:-.025em}
.mast nav{display:flex;gap:8px}.mast nav a,.mast nav>span{display:inline-flex;align-items:center;gap:6px;height:36px;padding:0 12px;border:1px solid var(--line-2);border-radius:8px;background:var(--surface);font-weight:550;text-decoration:none;white-space:nowrap}
.mast nav i{font-style:normal}.mast nav a:hover{border-color:var(--control)}.mast nav>span{background:none;border-color:var(--line);color:var(--ink-3);font-weight:500}
.about{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:10px;font-size:12.5px;line-height:20px;color:var(--ink-2)}
.key{display:flex;flex-wrap:wrap;gap:2px 14px}.key li,.st{display:inline-flex;align-items:center;gap:5px}
.i{width:14px;height:14px;flex:none}.i *{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.i .f{fill:currentColor;stroke:none}.i .w{stroke:var(--surface)}
.k-draft{color:var(--amber)}.k-asked{color:var(--blue)}.k-approved,.k-published{color:var(--good)}
.chev{width:14px;height:14px}.chev path{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
.grid{width:100%;table-layout:fixed;margin-top:16px;border-spacing:0;border:1px solid var(--line);border-radius:10px;background:var(--surface);overflow:hidden}
.grid th{padding:7px 10px;font-size:12px;line-height:16px;font-weight:500;text-align:left;color:var(--ink-3);border-bottom:1px solid var(--line)}
.grid td{height:104px;padding:4px;vertical-align:top;border-bottom:1px solid var(--line)}.grid tr:last-child td{border-bottom:0}.grid td+td,.grid th+th{border-left:1px solid var(--line)}.grid td.out{background:var(--canvas)}
.dn{display:block;width:max-content;min-width:22px;height:22px;padding:0 4px;font-size:12.5px;line-height:22px;font-weight:530;color:var(--ink-2);border-radius:6px;text-align:center}.now .dn{background:var(--wash);color:var(--ink);font-weight:620}
.chip{display:grid;grid-template-columns:32px minmax(0,1fr) 14px;gap:0 7px;align-items:center;margin-top:3px;padding:3px 6px 3px 3px;border:1px solid var(--line);border-radius:8px;background:var(--canvas);font-size:12px;line-height:16px;text-decoration:none}.chip:hover{border-color:var(--control)}.chip.is-published{background:none;border-color:transparent}.chip.is-published b{font-weight:500;color:var(--ink-2)}.chip.is-asked{border-color:var(--blue)}
.chip .pic{grid-row:1/3;width:32px;height:32px;border-radius:5px}.chip b{font-weight:590}.chip span.cut{grid-column:2/4;color:var(--ink-2)}.cut{overflow:hidden;white-space:nowrap;text-overflow:ellipsis}
.more{display:block;padding:3px 6px 0;font-size:12px;line-height:18px;color:var(--ink-2)}
.pic{display:block;background:var(--sunken);object-fit:cover;overflow:hidden}
.list{margin-top:36px}.list>h2{font-size:17px;line-height:24px;font-weight:600;letter-spacing:-.015em}
.days{columns:2;column-gap:40px;margin-top:4px}.day{break-inside:avoid;padding-top:16px}.day h3{font-size:13px;line-height:20px;font-weight:590}.day h3 em{font-style:normal;font-weight:500;color:var(--ink-3)}
.post{display:grid;grid-template-columns:96px minmax(0,1fr);gap:0 16px;margin-top:8px;padding:10px;border:1px solid var(--line);border-radius:10px;background:var(--surface);scroll-margin:16px}.post:target{border-color:var(--mark);box-shadow:inset 0 0 0 1px var(--mark)}
.post .pic{width:96px;height:120px;border-radius:7px}.post .when{display:flex;flex-wrap:wrap;gap:0 10px;align-items:baseline;justify-content:space-between}.post b{font-weight:590;font-size:15px}.post .st{font-size:12.5px;font-weight:530}.post .who{font-size:12.5px;line-height:18px;color:var(--ink-2)}.post .cap{margin-top:4px;font-size:13.5px;line-height:20px}.yours{font-size:12.5px;line-height:18px;color:var(--ink-2)}
.none{display:grid;justify-items:center;gap:12px;padding:64px 20px;text-align:center;color:var(--ink-2)}.none b{display:block;font-size:16px;line-height:24px;font-weight:600;color:var(--ink)}
.foot{margin-top:40px;padding-top:14px;border-top:1px solid var(--line);font-size:12px;line-height:18px;color:var(--ink-3)}
@media(max-width:899px){.cal-page{padding:20px 16px 40px}.grid{display:none}.list{margin-top:4px}.list>h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}.days{columns:1;max-width:620px}.key{display:none}.mast nav{width:100%}.mast nav>*{flex:1;justify-content:center;height:44px;padding:0 8px}}
@media(min-width:1900px){.cal-page{max-width:1720px}.days{columns:3}.grid td{height:140px}.chip{grid-template-columns:40px minmax(0,1fr) 14px;font-size:13px;line-height:18px}.chip .pic{width:40px;height:40px}}
@media(max-width:399px){.mast nav i{display:none}}
@media(max-width:359px){.post{grid-template-columns:72px minmax(0,1fr);gap:0 12px}.post .pic{width:72px;height:90px}}
@media print{body{background:#fff}.mast nav,.grid{display:none}.days{columns:2}.post{break-inside:avoid}}`

/** @param fonts addresses of the typeface; without one the reader's system has its own. */
export const fontFaces = (fonts: readonly { url: string; range: string | null }[]): string =>
  fonts
    .map(
      ({ url, range }) =>
        `@font-face{font-family:Inter;font-weight:400 700;font-display:swap;src:url(${url}) format("woff2")${range === null ? '' : `;unicode-range:${range}`}}`,
    )
    .join('\n')

export function stylesOf(page: 'alone' | 'calendar', fonts: readonly { url: string; range: string | null }[]): string {
  return `${fontFaces(fonts)}
:root{color-scheme:light dark;${LIGHT}}
@media screen and (prefers-color-scheme:dark){:root{${DARK}}}
${SHEET}
${page === 'alone' ? ALONE : CALENDAR}`
}
