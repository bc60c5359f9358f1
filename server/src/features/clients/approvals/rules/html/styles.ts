/** Styles of the page of a link for approval: phone first, light and dark by the reader's system. The policy names their hash. */
import { APPROVAL_UNDO_SECONDS } from '@tangelo/contract/limits'

const LIGHT =
  '--canvas:oklch(.982 .004 75);--surface:oklch(.998 .001 75);--sunken:oklch(.965 .006 75);--hover:oklch(.972 .005 75);--line:oklch(.918 .006 70);--line-2:oklch(.85 .009 70);--control:oklch(.62 .012 65);--ink:oklch(.235 .012 55);--ink-2:oklch(.44 .014 55);--ink-3:oklch(.53 .014 55);--mark:oklch(.66 .187 47);--solid:oklch(.55 .16 42);--solid-2:oklch(.505 .15 41);--solid-3:oklch(.465 .138 40);--accent:oklch(.53 .155 42);--focus:oklch(.62 .176 46);--good:oklch(.5 .12 152);--good-wash:oklch(.957 .03 155);--amber:oklch(.5 .1 75);--amber-wash:oklch(.962 .045 92);--bad:oklch(.52 .185 25);--bad-wash:oklch(.961 .017 25)'
const DARK =
  '--canvas:oklch(.178 .006 60);--surface:oklch(.208 .007 60);--sunken:oklch(.238 .008 60);--hover:oklch(.232 .008 60);--line:oklch(.29 .009 60);--line-2:oklch(.365 .011 60);--control:oklch(.56 .014 60);--ink:oklch(.95 .006 75);--ink-2:oklch(.77 .01 70);--ink-3:oklch(.67 .012 65);--mark:oklch(.76 .163 56);--solid:oklch(.565 .165 42);--solid-2:oklch(.53 .155 41);--solid-3:oklch(.49 .145 40);--accent:oklch(.79 .14 58);--focus:oklch(.72 .16 55);--good:oklch(.78 .14 152);--good-wash:oklch(.27 .035 155);--amber:oklch(.82 .12 82);--amber-wash:oklch(.28 .035 82);--bad:oklch(.75 .14 25);--bad-wash:oklch(.27 .04 25)'

/** The bar of the undo begins where the answer stands: its policy allows no style in an attribute. */
const COUNTS = Array.from(
  { length: APPROVAL_UNDO_SECONDS + 1 },
  (_, left) => `.l${left} i{animation-delay:-${APPROVAL_UNDO_SECONDS - left}s}`,
).join('')

export const STYLES = `:root{color-scheme:light dark;${LIGHT}}
@media(prefers-color-scheme:dark){:root{${DARK}}}
*,*::before,*::after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 14px/22px Inter,"Inter var",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",Arial,"Noto Sans Arabic","Noto Sans Hebrew","Apple Color Emoji","Segoe UI Emoji","Noto Color Emoji",sans-serif;letter-spacing:-.006em;font-variant-numeric:tabular-nums;overflow-wrap:anywhere;-webkit-tap-highlight-color:transparent}
h1,h2,p,ul,blockquote{margin:0;padding:0}ul{list-style:none}img,video,svg{display:block}button,input,textarea{font:inherit;color:inherit;letter-spacing:inherit}
a{color:var(--accent)}:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.i{width:16px;height:16px;flex:none}.i path{fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.scr{max-width:1040px;margin:0 auto;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column}
.top{display:flex;align-items:center;gap:10px;min-height:56px;padding:8px 16px;border-bottom:1px solid var(--line);font-size:13px;line-height:18px}
.mono{flex:none;width:28px;height:28px;display:grid;place-items:center;border:1px solid var(--line-2);border-radius:7px;font-size:13px;font-weight:590;color:var(--ink-2);text-transform:uppercase}
.who{flex:1;min-width:0}.who b{font-weight:590;display:block}.who span{color:var(--ink-3);font-size:12px;line-height:16px;display:block}.who b,.who span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.prog{display:flex;align-items:center;gap:6px;flex:none;min-height:40px;margin-right:-8px;padding:0 8px;border-radius:8px;color:var(--ink-2);text-decoration:none}.prog:hover{background:var(--hover);color:var(--ink)}.prog em{font-style:normal;font-size:12.5px;white-space:nowrap}
.pips{display:flex;gap:4px;align-items:center}.pips i{width:14px;height:4px;border-radius:2px;background:var(--line-2)}.pips i.d{background:var(--ink-2)}.pips i.c{background:var(--mark)}
.wheel circle{fill:none;stroke:var(--line-2);stroke-width:2.5}.wheel path{fill:var(--line-2)}.wheel .on{stroke:var(--mark)}.wheel path.on{fill:var(--mark);stroke:none}.wheel.large{width:64px;height:64px}.wheel.small{width:20px;height:20px}
.it{flex:1;display:flex;flex-direction:column;min-width:0}
.med{position:relative;background:var(--sunken);overflow:hidden;width:100%;}.med.tall{aspect-ratio:9/16;background:oklch(.16 .006 60)}.med.portrait{aspect-ratio:4/5}.med.square{aspect-ratio:1}.med.wide{aspect-ratio:1.91}.med.none{aspect-ratio:16/9;display:grid;place-items:center;color:var(--ink-3)}
.med img,.med video{width:100%;height:100%;object-fit:contain}.med.tall{max-height:64vh;max-height:64svh}.med{max-height:56vh;max-height:56svh}
.car{display:flex;height:100%;overflow-x:auto;scroll-snap-type:x mandatory;scrollbar-width:none;overscroll-behavior-x:contain}.car::-webkit-scrollbar{display:none}.car li{flex:0 0 100%;height:100%;scroll-snap-align:center;scroll-snap-stop:always}.car:focus-visible{outline-offset:-3px}
.cnt{position:absolute;right:12px;top:12px;background:oklch(.2 .01 60/.78);color:#fff;border-radius:999px;padding:2px 9px;font-size:12px;line-height:18px;font-weight:530}
.turn{position:absolute;top:50%;width:40px;height:40px;margin-top:-20px;border:0;border-radius:50%;display:grid;place-items:center;background:oklch(.2 .01 60/.7);color:#fff;cursor:pointer}.turn.back{left:12px;transform:scaleX(-1)}.turn.on{right:12px}.turn[hidden]{display:none}
.dots{position:absolute;left:0;right:0;bottom:10px;display:flex;gap:5px;justify-content:center;pointer-events:none}.dots i{width:6px;height:6px;border-radius:50%;background:#fff;opacity:.5;box-shadow:0 0 0 1px oklch(.2 .01 60/.35)}.dots i.on{opacity:1}
.txt{padding:14px 16px 20px;display:grid;gap:14px;align-content:start;min-width:0}
.when{display:grid;grid-template-columns:20px minmax(0,1fr);gap:0 10px;align-items:start;padding-bottom:14px;border-bottom:1px solid var(--line)}.when .i{margin-top:3px;color:var(--ink-3)}.when b{font-weight:590;font-size:16px;line-height:22px;letter-spacing:-.01em;display:block}.when span{font-size:13px;line-height:19px;color:var(--ink-2);display:block}
.capt{font-size:15px;line-height:23px;display:grid;gap:6px}.capt p{white-space:pre-line}.capt b{font-weight:590}.capt em{font-style:normal;color:var(--ink-3)}.capt .tags{color:var(--accent)}.capt .more{font-size:13px;line-height:19px;color:var(--ink-2)}
.msg{font-size:14px;line-height:21px;color:var(--ink-2);padding:10px 14px;background:var(--sunken);border-radius:10px;white-space:pre-line}.msg b{color:var(--ink);font-weight:570;display:block;font-size:12.5px;line-height:18px}
.act{position:sticky;bottom:0;margin-top:auto;background:var(--canvas);border-top:1px solid var(--line);padding:12px 16px calc(12px + env(safe-area-inset-bottom));display:grid;gap:10px}.act:empty{display:none}.act form{display:grid;gap:10px}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,136px),1fr));gap:10px}
.btn{display:inline-flex;align-items:center;justify-content:center;gap:7px;min-height:48px;padding:6px 14px;border:1px solid var(--line-2);border-radius:10px;background:var(--surface);color:var(--ink);font-size:15px;line-height:20px;font-weight:530;text-decoration:none;cursor:pointer;transition:background 90ms,border-color 90ms}.btn .i{margin-left:-2px}.btn:hover{background:var(--hover);border-color:var(--control)}.btn:active{background:var(--sunken)}
.btn.pri{background:var(--solid);color:#fff;border-color:transparent}.btn.pri:hover{background:var(--solid-2)}.btn.pri:active{background:var(--solid-3)}.btn.big{width:100%}.btn[aria-disabled=true]{background:var(--sunken);color:var(--ink-2);border-color:var(--line);cursor:default}
.hint{text-align:center;text-wrap:balance}.hint,.as{font-size:12px;line-height:17px;color:var(--ink-3)}.as{text-align:center}.as b{font-weight:570;color:var(--ink-2)}.as a{display:inline-block;padding:4px 2px;margin:-4px 0}
.field{display:grid;gap:6px}.field label{font-size:13px;line-height:20px;font-weight:530}.input{width:100%;min-height:46px;border:1px solid var(--control);border-radius:10px;background:var(--surface);padding:10px 12px;font-size:16px;line-height:23px}textarea.input{resize:vertical;min-height:92px}.input:focus{outline:2px solid var(--focus);outline-offset:-1px}
.note{padding:9px 12px;border-radius:10px;background:var(--amber-wash);color:var(--ink);font-size:13px;line-height:19px}
.stamp{display:grid;grid-template-columns:24px minmax(0,1fr) auto;gap:0 12px;align-items:center}.stamp b{font-weight:590;display:block;font-size:15px;line-height:21px}.stamp div>span{font-size:13px;line-height:18px;color:var(--ink-2);display:block}.stamp .btn{min-height:40px;font-size:14px}
.sign{width:24px;height:24px;border-radius:50%;display:grid;place-items:center;background:var(--sunken);color:var(--ink-2)}.sign.good{background:var(--good-wash);color:var(--good)}.sign.amber{background:var(--amber-wash);color:var(--amber)}
.count{height:3px;border-radius:2px;background:var(--line);overflow:hidden}.count i{display:block;height:100%;background:var(--control);transform-origin:left;animation:run ${APPROVAL_UNDO_SECONDS}s linear forwards}@keyframes run{to{transform:scaleX(0)}}${COUNTS}
.said{font-size:14px;line-height:21px;color:var(--ink-2);padding-left:12px;border-left:3px solid var(--line-2);white-space:pre-line;max-height:9em;overflow:auto}
.before{font-size:13px;line-height:19px}.before summary{cursor:pointer;color:var(--accent);min-height:24px;width:max-content;max-width:100%}.before p{margin-top:4px;padding-left:12px;border-left:3px solid var(--line-2);color:var(--ink-2);white-space:pre-line;max-height:30vh;overflow:auto}
.end{flex:1;display:flex;flex-direction:column;padding:40px 20px 28px;gap:8px;align-items:center;text-align:center}.end h1,.end h2{font-size:22px;line-height:29px;font-weight:620;letter-spacing:-.022em;margin-top:14px}.end>p{color:var(--ink-2);font-size:15px;line-height:23px;max-width:36ch;text-wrap:balance}.end>.msg{max-width:480px;width:100%;text-align:left;margin-top:14px}.end>.btn{max-width:480px;margin-top:14px}
.res{width:100%;max-width:480px;margin-top:22px;text-align:left;background:var(--surface);border:1px solid var(--line);border-radius:10px;overflow:hidden}.res li+li{border-top:1px solid var(--line)}.res a{display:grid;grid-template-columns:44px minmax(0,1fr) auto;gap:0 12px;align-items:center;padding:10px 14px;min-height:64px;color:inherit;text-decoration:none}.res a:hover{background:var(--hover)}.res a:focus-visible{outline-offset:-2px}.ph{width:44px;height:44px;border-radius:7px;background:var(--sunken);overflow:hidden}.ph img{width:100%;height:100%;object-fit:cover}.ttl{min-width:0}.ttl b{display:block;font-weight:560;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}.ttl span{display:block;font-size:12.5px;line-height:18px;color:var(--ink-3)}.st{display:inline-flex;gap:5px;align-items:center;font-size:13px;font-weight:530;color:var(--ink-2)}.st.good{color:var(--good)}.st.amber{color:var(--amber)}.st .i{width:14px;height:14px}
.foot{padding:16px;text-align:center;font-size:12px;line-height:17px;color:var(--ink-3)}
@media(max-width:359px){.two .btn{padding:6px;font-size:14px}.res a{grid-template-columns:44px minmax(0,1fr)}.st{grid-column:2}}
@media(max-width:860px){.asking .med{aspect-ratio:16/9;max-height:28vh;max-height:28svh}}
@media(max-width:860px) and (max-height:900px){.roomy{display:none}}
@media(max-height:560px){.act{position:static}}
@media(min-width:861px){.scr{max-width:1180px}.top{padding:8px 24px}.it{display:grid;grid-template-columns:minmax(0,1fr) 420px;grid-template-rows:auto 1fr;gap:0 40px;padding:32px 24px;align-items:start}.med,.med.tall{grid-row:1/3;border-radius:14px;aspect-ratio:auto;height:calc(100vh - 124px);min-height:480px;max-height:none}.med.tall{aspect-ratio:9/16;width:auto;max-width:100%;justify-self:center}.it>.end{grid-column:1/3}.txt{padding:0}.act{position:static;border:0;margin:0;padding:28px 0 0;background:none}.hint,.as{text-align:left}.end{padding-top:9vh}}
@media(prefers-reduced-motion:reduce){.count{display:none}.btn{transition:none}}
@media(forced-colors:active){.pips i,.dots i{forced-color-adjust:none}}`
