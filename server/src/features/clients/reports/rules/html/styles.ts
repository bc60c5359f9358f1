/**
 * The styles of a report, inside the file: light and dark by the reader's system, A4 pages when printed. Colours of the brand are
 * given; every other one reaches a contrast of 4.5 as text (docs/decisions/0043).
 */
import { type BrandColours, DARK_SURFACE } from '../colour.ts'

const LIGHT = `--canvas:#faf9f7;--surface:#fefdfd;--line:#e8e4e0;--line-2:#d5cfc8;--ink:#231d18;--ink-2:#574f48;--ink-3:#6e655d;--pale:#aaa29a;--peer:#8f867e;--iv:#d8d4cf;--pt:#6e655d;--zero:#665e57`
const DARK = `--canvas:#12100e;--surface:${DARK_SURFACE};--line:#322e2a;--line-2:#48423c;--ink:#f2eeea;--ink-2:#bab3ac;--ink-3:#9b938c;--pale:#6e665f;--peer:#8a817a;--iv:#3f3a35;--pt:#9b938c;--zero:#a39b94`

const buildThemes = ({ light, dark, area }: BrandColours) => ({
  light: `${LIGHT};--area:${area};--b-ink:${light.ink};--b-wash:${light.wash};--b-band:${light.band}`,
  dark: `${DARK};--area:${area};--b-ink:${dark.ink};--b-wash:${dark.wash};--b-band:${dark.band}`,
})

const SHEET = `*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 14px/22px Inter,"Inter var",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,"Noto Sans Arabic","Noto Sans Hebrew","Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji",sans-serif;letter-spacing:-.006em;font-variant-numeric:tabular-nums;font-feature-settings:"cv11","ss03";overflow-wrap:anywhere}
h1,h2,p,ul,ol,dl,dd{margin:0;padding:0}ul,ol{list-style:none}svg{display:block}
:focus-visible{outline:2px solid var(--b-ink);outline-offset:2px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.doc{background:var(--surface);max-width:860px;margin:32px auto;padding:56px 64px 48px;border:1px solid var(--line);border-radius:10px}
.mast{display:flex;justify-content:space-between;align-items:center;gap:24px;padding-bottom:20px;border-bottom:2px solid var(--area)}
.brand{display:flex;align-items:center;gap:12px;min-width:0}.brand img{height:40px;width:auto;max-width:180px;object-fit:contain;border-radius:6px}.brand b{font-size:15px;line-height:20px;font-weight:600}
.for{text-align:right;margin-left:auto}.for:only-child{text-align:left;margin:0}.for span{font-size:12.5px;line-height:18px;color:var(--ink-3);display:block}.for b{font-weight:570;font-size:15px;line-height:20px}
h1{font-size:34px;line-height:40px;font-weight:620;letter-spacing:-.03em;margin-top:36px;text-wrap:balance}.about{color:var(--ink-2);margin-top:4px}
section{margin-top:36px}h2{font-size:17px;line-height:24px;font-weight:600;letter-spacing:-.015em;margin-bottom:4px}
.three{margin:24px 0 28px;display:grid;gap:14px;counter-reset:n}.three li{counter-increment:n;position:relative;padding-left:30px;font-size:18px;line-height:27px;letter-spacing:-.013em;text-wrap:pretty}.three li::before{content:counter(n);position:absolute;left:0;color:var(--b-ink);font-weight:600}.three b{font-weight:620}.soft{color:var(--ink-2)}
section.short{margin-top:0}section.short+section.tiles{margin-top:0}
.figs{display:grid;grid-template-columns:repeat(4,1fr);border-block:1px solid var(--line)}.figs li{padding:16px 16px 16px 20px;min-width:0}.figs li:first-child{padding-left:0}.figs li+li{border-left:1px solid var(--line)}.figs span{font-size:13px;line-height:20px;color:var(--ink-2);font-weight:500;display:block}.figs b{font-size:28px;line-height:36px;font-weight:580;letter-spacing:-.03em;display:block;font-variant-numeric:normal}.figs .no{font-size:15px;font-weight:500;letter-spacing:0;color:var(--ink-3)}.figs em{font-style:normal;font-size:12px;line-height:17px;color:var(--ink-3);display:block}
.lead{font-size:14.5px;line-height:22px;max-width:68ch;text-wrap:pretty}.lead b{font-weight:620}
.cap,.d{font-size:12px;line-height:17px;color:var(--ink-3)}.cap{margin-top:8px;max-width:80ch}
.cw{padding:0 76px 0 44px;margin-top:12px}.cw.far{padding-left:66px}.sv{width:100%;overflow:visible}.sv svg{overflow:visible}
svg text{font-size:11px;font-weight:500;fill:var(--ink-3)}svg text.ink{fill:var(--ink);font-weight:600;font-size:12px}
.grid{stroke:var(--line)}.zero,.median{stroke:var(--zero)}.brk{stroke:var(--zero);stroke-dasharray:2 3}
.ln{fill:none;stroke:var(--b-ink);stroke-width:2;stroke-linejoin:round;stroke-linecap:round;vector-effect:non-scaling-stroke}.ln.pale{stroke:var(--pale);stroke-width:1.5}.dot{fill:var(--b-ink);stroke:var(--surface);stroke-width:2}
.mk{overflow:visible}.mk line{stroke:var(--zero)}.mk circle{fill:var(--surface);stroke:var(--ink-2);stroke-width:1.25}.mk path,.gl path,.i path{fill:none;stroke:var(--ink-2);stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}.mk text{fill:var(--ink-2);font-size:11.5px;paint-order:stroke;stroke:var(--surface);stroke-width:4px;stroke-linejoin:round}
.twin{margin-top:8px;font-size:12.5px}.twin summary{cursor:pointer;color:var(--b-ink);font-weight:530;line-height:24px;width:max-content;max-width:100%}
.scroll{overflow-x:auto;max-width:100%}.scroll.full{margin-top:14px}
table{border-collapse:collapse;width:100%;margin-top:6px;font-size:12.5px;line-height:18px}th{font-weight:500;color:var(--ink-3);text-align:left;white-space:nowrap}td,th{padding:5px 8px;border-bottom:1px solid var(--line);vertical-align:top}td:first-child,th:first-child{padding-left:0}td:last-child,th:last-child{padding-right:0}.n{text-align:right;white-space:nowrap}
.full table{position:relative}.full td:first-child{font-weight:530}.sum tr:last-child td{font-weight:600;border-bottom:0}
.note{margin-top:18px;padding:2px 0 2px 18px;border-left:3px solid var(--b-band);max-width:66ch}.note b{font-size:12.5px;font-weight:570;display:block}.note p{font-size:14px;line-height:22px;color:var(--ink-2);white-space:pre-line}
.pair{display:grid;grid-template-columns:1.25fr 1fr;gap:40px}.pair>section{margin-top:36px;min-width:0}
.fc{margin-top:8px;font-size:12.5px;line-height:32px}.fc>div{display:grid;grid-template-columns:minmax(84px,max-content) 1fr 52px 40px;gap:0 8px;align-items:center;height:32px}.fc .l{white-space:nowrap;color:var(--ink-2)}.fc .r,.fc .c{text-align:right}.fc .c,.fc .hd,.fc .ax{color:var(--ink-3)}.fc .hd{font-size:12px;height:24px}.fc .r{font-weight:560}.fc .hd .r{font-weight:400}.fc .p svg{width:100%;height:32px;overflow:visible}.fc .ax,.fc .ax svg{height:32px}.fc .is-on .l{color:var(--ink);font-weight:600}
.iv{stroke:var(--iv);stroke-width:8;stroke-linecap:round}.ivl{stroke:var(--pt);stroke-width:1.25}.fc circle{fill:var(--pt);stroke:var(--surface);stroke-width:1.5}.is-on .iv{stroke:var(--b-band)}.is-on .ivl{stroke:var(--b-ink)}.fc .is-on circle{fill:var(--b-ink)}
.tops{display:grid;grid-template-columns:repeat(3,1fr);gap:20px;margin-top:10px}.ph{background:var(--line);object-fit:cover;display:block}.tops .ph{width:100%;aspect-ratio:1;border-radius:7px;margin-bottom:10px}.tops .t{display:block;min-width:0}.tops.bare li{border-top:1px solid var(--line);padding-top:12px}.tops b{font-weight:570;font-size:14px;line-height:20px;display:block}.tops .d,.d{display:block}.tops .d{font-size:12.5px;line-height:18px}.tops .l{display:block;margin-top:6px;font-size:13px}.tops .l b{display:inline;font-size:16px;font-weight:600}
.pgrid{display:grid;grid-template-columns:1fr 1fr;gap:28px 40px;margin-top:14px}.ps{font-size:13px;min-width:0}.ps b{font-weight:570}.row{display:flex;gap:8px;align-items:baseline}.row .num{margin-left:auto}.pw{padding:6px 8px 0}.ps>.d{margin-top:6px}.peer{fill:var(--peer);stroke:var(--surface);stroke-width:1.5}.mine{fill:var(--b-ink);stroke:var(--surface);stroke-width:2}.band{fill:var(--b-wash)}
.plan{margin-top:4px}.plan li{display:grid;grid-template-columns:44px minmax(0,1fr) minmax(96px,max-content) 132px;gap:0 14px;align-items:center;padding:9px 0;border-bottom:1px solid var(--line)}.plan li:last-child{border-bottom:0}.plan .ph{width:44px;height:44px;border-radius:7px}.plan .t b{display:block;font-weight:560}.plan .t span{font-size:12.5px;line-height:18px;color:var(--ink-3)}.plan .when{color:var(--ink-2);white-space:nowrap;font-size:13px}.plan .st{display:flex;gap:5px;align-items:center;justify-content:flex-end;font-weight:530;font-size:13px}.plan .wait{color:var(--ink-2)}.i{width:14px;height:14px;flex:none}.i path{stroke:var(--b-ink)}.mv li{grid-template-columns:28px minmax(0,1fr) 64px 76px}.mv .n{font-weight:600}
.gl{display:grid;place-items:center;width:26px;height:26px;border:1.25px solid var(--ink-2);border-radius:50%}.gl svg{width:16px;height:16px}
.prov{margin-top:36px;padding-top:18px;border-top:1px solid var(--line)}.prov h2{font-size:13px;line-height:20px}.prov dl{display:grid;grid-template-columns:88px 1fr;gap:2px 16px;font-size:12.5px;line-height:19px;margin-top:4px}.prov dt{color:var(--ink-3)}.prov dd{color:var(--ink-2)}`

const PHONE = `.doc{margin:0;border:0;border-radius:0;padding:20px 16px 32px}h1{font-size:27px;line-height:33px;margin-top:24px}.three li{font-size:16px;line-height:24px;padding-left:24px}.figs{grid-template-columns:1fr 1fr}.figs li{padding:13px 14px}.figs li:nth-child(odd){border-left:0;padding-left:0}.figs li:nth-child(n+3){border-top:1px solid var(--line)}.pair,.pgrid{grid-template-columns:minmax(0,1fr);gap:0}.pgrid{gap:28px}.tops{grid-template-columns:minmax(0,1fr);gap:14px}.tops:not(.bare) li{display:grid;grid-template-columns:72px 1fr;gap:0 14px;align-items:center}.tops .ph{margin:0;width:72px}.tops .l{margin-top:2px}.cw{padding:0 52px 0 40px}.wide{display:none}.plan li{grid-template-columns:44px minmax(0,1fr) max-content}.plan .when{grid-column:2;grid-row:2;font-size:12.5px;white-space:normal}.plan .st,.mv .n{grid-column:3;grid-row:1}.mv li{grid-template-columns:28px minmax(0,1fr) max-content}.prov dl{grid-template-columns:72px 1fr}`

const PRINT = `*{-webkit-print-color-adjust:exact;print-color-adjust:exact}body{background:#fff;font-size:13px}.doc{margin:0;padding:0;border:0;max-width:none;background:#fff}.twin{display:none}.scroll{overflow:visible}h1{margin-top:18px;font-size:30px;line-height:36px}.three{margin:16px 0 20px;gap:8px}.three li{font-size:16px;line-height:23px}section,.pair>section{margin-top:22px}.note{margin-top:12px}.prov{margin-top:22px;padding-top:12px}.fc>div{height:27px}.fc .p svg{margin-top:-2px}.tops .ph{aspect-ratio:3/2}.fold,.figs,.note,.tops li,.plan li,.ps,.fc,.prov,tr,.cw{break-inside:avoid}h2,.lead:not(:last-child){break-after:avoid}.note{break-before:avoid}.full table{font-size:11px;line-height:15px}.full td,.full th{padding:3px 6px}thead{display:table-header-group}p,li{orphans:3;widows:3}`

/** `@page` has no place inside a media query that older readers know. */
export function stylesOf(colours: BrandColours, fontFaces: string): string {
  const { light, dark } = buildThemes(colours)
  return `${fontFaces}
:root{color-scheme:light dark;${light}}
@media screen and (prefers-color-scheme:dark){:root{${dark}}}
${SHEET}
@media screen and (max-width:700px){${PHONE}}
@media screen and (forced-colors:active){.ln,.dot,.peer,.mine{forced-color-adjust:none}}
@page{size:A4;margin:15mm 16mm 14mm}
@media print{${PRINT}}`
}
