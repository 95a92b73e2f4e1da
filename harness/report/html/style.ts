import { palette } from './palette.ts';
import { listingStyle } from './style-listing.ts';
import { narrowStyle } from './style-narrow.ts';

/**
 * The page's style: a calm sheet with fine rules; colour only where it says something, and never alone.
 * Findings are blocks and no list items to the layout, which would number a thousand of them anew for each that a filter hides.
 */
export const style = `${palette}
*,*::before,*::after{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.wrap{max-width:74rem;margin:0 auto;padding:0 clamp(1rem,4vw,2.5rem)}
h1,h2,h3,p,ul,ol,dl,dd,figure,pre,fieldset{margin:0;padding:0}
ul,ol{list-style:none}
fieldset{border:0;min-width:0}
code,pre{font:13px/1.55 ui-monospace,SFMono-Regular,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-variant-ligatures:none}
small,.meta,.note{color:var(--quiet);font-size:.8667rem}
small code,.meta code{font-size:12px}
a{color:var(--link);text-underline-offset:.15em;text-decoration-thickness:1px}
q{quotes:"“" "”"}
:focus-visible{outline:2px solid var(--link);outline-offset:2px;border-radius:2px}
[hidden]{display:none!important}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;padding:.5rem .9rem;background:var(--panel);z-index:9}
.skip:focus{top:.75rem}
.good{color:var(--good)}.bad{color:var(--bad)}.warn{color:var(--warn)}.grey{color:var(--grey)}

.top{--tone:var(--warn);color:var(--ink);border-top:5px solid var(--tone);background:var(--panel)}
.top.good{--tone:var(--good)}.top.bad{--tone:var(--bad)}
.top .wrap{padding-top:1.5rem;padding-bottom:1.25rem}
h1{display:flex;align-items:center;gap:.7rem;font-size:clamp(1.7rem,4.2vw,2.3rem);font-weight:640;letter-spacing:-.02em;line-height:1.15}
.seal{display:inline-grid;place-items:center;flex:none;width:1.45em;height:1.45em;border-radius:50%;color:var(--panel);background:var(--tone);font-size:.72em;font-weight:700}
.summary{max-width:60rem;margin-top:.45rem;font-size:1.0667rem}
.trouble{margin-top:.9rem}
.trouble li{display:flex;gap:.6rem;padding:.15rem 0}
.trouble .bad,.trouble .warn{width:1em;font-weight:700}
.trouble code{font-size:14px;font-weight:600}
.id{color:var(--quiet);margin-left:.25rem}
.trouble .says{margin-left:.6rem}
.facts{display:flex;flex-wrap:wrap;gap:.2rem 1.6rem;margin-top:1rem;font-size:.8667rem}
.facts div{display:flex;align-items:baseline;gap:.4rem}
.facts code{font-size:12px}
dt{color:var(--quiet);font-size:.8rem}

.bar{border:solid var(--rule);border-width:1px 0;background:var(--panel)}
.bar .wrap{display:flex;justify-content:space-between;align-items:center;gap:.3rem 1.2rem}
.bar nav{min-width:0}
nav ul{display:flex;gap:1.6rem;overflow-x:auto}
nav a{display:block;padding:.55rem 0;color:var(--ink);text-decoration:none;white-space:nowrap}
nav a:hover{text-decoration:underline}

.figures{display:grid;grid-template-columns:repeat(4,1fr);gap:1.5rem 2.25rem;padding:1.3rem 0 1.1rem}
.figure b{font-size:1.45rem;font-weight:620;letter-spacing:-.015em}
.figure svg{display:block;width:100%;height:5px;margin:.35rem 0 .4rem;border-radius:3px;background:var(--rule)}
rect.good{fill:var(--good)}rect.bad{fill:var(--bad)}rect.warn{fill:var(--warn)}rect.grey{fill:var(--faint)}
.figure ul{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.8667rem}

button,select,input{font:inherit;color:inherit}
button{padding:.3rem .8rem;border:1px solid var(--edge);border-radius:5px;background:var(--panel);cursor:pointer}
button:hover{border-color:var(--ink)}
button.plain,button.copy{padding:.15rem .6rem;font-size:.8667rem}
select,input[type=search]{display:block;width:100%;height:2.2rem;margin-top:.2rem;padding:.35rem .55rem;border:1px solid var(--edge);border-radius:5px;background:var(--panel)}
input[type=checkbox]{accent-color:var(--link);margin:0 .15rem 0 0}
::placeholder{color:var(--quiet);opacity:1}
.filters{background:var(--paper)}
.filters>summary{display:none;padding:.7rem 0;border-top:1px solid var(--rule);cursor:pointer;font-weight:560}
form{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;align-items:end;padding:.7rem 0;border:solid var(--rule);border-width:1px 0}
form label,legend{color:var(--quiet);font-size:.8rem}
form>label{flex:1 1 7rem;max-width:16rem}
legend{padding:0 0 .2rem}
fieldset{display:flex;flex-wrap:wrap;gap:.35rem .9rem}
label.box{display:flex;align-items:center;gap:.25rem;height:2.2rem;color:var(--ink);font-size:.9333rem}
.outcome{flex:1 0 100%;display:flex;align-items:center;gap:.8rem;min-height:1.9rem;color:var(--quiet);font-size:.8667rem;line-height:1.3}
@media (min-width:72rem){.outcome{flex:0 0 14.5rem;justify-content:space-between;height:2.2rem}.outcome button{flex:none}form>label{flex-basis:6rem}}
@media (min-width:72rem) and (min-height:40rem){html{scroll-padding-top:6rem}.filters{position:sticky;top:0;z-index:2}}

section{margin-top:2.2rem}
#findings{margin-top:1.4rem}
.figures{margin:0}
.figures+.note{padding-bottom:.8rem}
h2{font-size:1.3rem;font-weight:630;letter-spacing:-.012em}
h2+*,.head+*{margin-top:.8rem}
.head{display:flex;justify-content:space-between;align-items:center}
.head>*{margin:0}
.findings{overflow:hidden;border:1px solid var(--rule);border-radius:6px;background:var(--panel)}
.findings>li{display:block;content-visibility:auto;contain-intrinsic-size:auto 4.4rem;margin-top:-1px;border-top:1px solid var(--rule)}
.finding>summary:focus-visible{outline-offset:-2px}
.finding.bad,.finding.warn{color:var(--ink)}
.finding>summary{display:grid;grid-template-columns:auto 1fr auto auto;align-items:baseline;gap:.1rem .8rem;padding:.65rem 1rem;cursor:pointer;list-style:none}
.finding>summary:hover{background:var(--hover)}
.finding>summary::after,.filters>summary::after{content:"";grid-row:1;grid-column:-2;width:.45em;height:.45em;margin-left:.2rem;border:solid var(--quiet);border-width:0 2px 2px 0;transform:translateY(-.1em) rotate(45deg)}
.finding[open]>summary::after,.filters[open]>summary::after{transform:translateY(.1em) rotate(225deg)}
.sign{min-width:2.4em;font-weight:640}
.bad .sign{color:var(--bad)}.warn .sign{color:var(--warn)}
.finding h3{font-size:1rem;font-weight:560}
.times,.where{color:var(--quiet);font-size:.8667rem}
.where{grid-column:2/4}
.where>*{margin-right:.8rem}
.where code:first-child{color:var(--ink)}
summary::-webkit-details-marker{display:none}
.body{padding:.2rem 1rem 1.1rem}
.body>*+*{margin-top:.75rem}
.body>.meta+.meta{margin-top:.15rem}
.differs,.exchange{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.75rem}
.differs:empty{display:none}
pre{padding:.55rem .75rem;border-radius:5px;background:var(--code);white-space:pre-wrap;max-height:26rem;overflow:auto}
.differs>div,.exchange figure{display:flex;flex-direction:column}
.differs dd,.exchange pre:last-child{flex:1}
.differs pre{height:100%}
.expected dt span{color:var(--good)}.actual dt span{color:var(--bad)}
figcaption,.differs dt{margin-bottom:.2rem;color:var(--quiet);font-size:.8rem}
.curl figcaption{display:flex;justify-content:space-between;align-items:end}
.field{color:var(--quiet)}
.fault{margin-bottom:.4rem;color:var(--bad)}

table{width:100%;border-collapse:collapse}
th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top;font-weight:inherit}
thead th{color:var(--quiet);font-size:.8rem;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
.number{text-align:right}
td small,th small{display:block}
.none{color:var(--quiet)}
.operations .number{width:7.2rem}
.cases td,.cases th{padding-top:.38rem;padding-bottom:.38rem}
.cases td{overflow-wrap:break-word}
.cases .verdict,.cases .came,.cases .number{white-space:nowrap}
.gaps li{padding:.35rem 0;border-bottom:1px solid var(--rule)}
footer{margin-top:3rem;padding:1.2rem 0 2rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.8667rem}
${listingStyle}${narrowStyle}
@media print{form,nav,button,.skip{display:none!important}pre,.listing{max-height:none;overflow:visible}}
`;
