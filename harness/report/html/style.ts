import { palette } from './palette.ts';

/** The page's style: a calm sheet with fine rules; colour only where it says something, and never alone. */
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

.top{--tone:var(--warn);color:var(--ink);border-top:5px solid var(--tone);border-bottom:1px solid var(--rule);background:var(--panel)}
.top.good{--tone:var(--good)}.top.bad{--tone:var(--bad)}
.top .wrap{position:relative;padding-top:1.6rem;padding-bottom:1.6rem}
.eyebrow{color:var(--quiet);font-size:.75rem;font-weight:600;letter-spacing:.09em;text-transform:uppercase}
h1{display:flex;align-items:center;gap:.7rem;margin-top:.5rem;font-size:clamp(1.7rem,4.2vw,2.5rem);font-weight:640;letter-spacing:-.02em;line-height:1.15}
.seal{display:inline-grid;place-items:center;flex:none;width:1.45em;height:1.45em;border-radius:50%;color:var(--panel);background:var(--tone);font-size:.72em;font-weight:700}
.summary{max-width:60rem;margin-top:.55rem;font-size:1.0667rem;color:var(--ink)}
.facts{display:flex;flex-wrap:wrap;gap:.7rem 2rem;margin-top:1.25rem}
dt{color:var(--quiet);font-size:.75rem}
#theme{position:absolute;right:clamp(1rem,4vw,2.5rem);top:1.3rem}

nav{border-bottom:1px solid var(--rule);background:var(--panel)}
nav ul{display:flex;gap:1.6rem;overflow-x:auto}
nav a{display:block;padding:.6rem 0;color:var(--ink);text-decoration:none;white-space:nowrap}
nav a:hover{text-decoration:underline}

.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(13rem,42vw),1fr));gap:1.5rem 2.25rem;padding:1.9rem 0 1.5rem}
.figure b{font-size:1.45rem;font-weight:620;letter-spacing:-.015em}
.figure svg{display:block;width:100%;height:5px;margin:.45rem 0 .5rem;border-radius:3px;background:var(--rule)}
rect.good{fill:var(--good)}rect.bad{fill:var(--bad)}rect.warn{fill:var(--warn)}rect.grey{fill:var(--faint)}
.figure ul{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.8667rem}

button,select,input{font:inherit;color:inherit}
button{padding:.3rem .8rem;border:1px solid var(--edge);border-radius:5px;background:var(--panel);cursor:pointer}
button:hover{border-color:var(--ink)}
button.plain,button.copy{padding:.15rem .6rem;font-size:.8667rem}
select,input[type=search]{display:block;width:100%;height:2.2rem;margin-top:.2rem;padding:.35rem .55rem;border:1px solid var(--edge);border-radius:5px;background:var(--panel)}
input[type=checkbox]{accent-color:var(--link);margin:0 .15rem 0 0}
::placeholder{color:var(--quiet);opacity:1}
form{display:flex;flex-wrap:wrap;gap:.8rem 1.4rem;align-items:start;padding:1.1rem 0 .8rem;border:solid var(--rule);border-width:1px 0}
form label,legend{color:var(--quiet);font-size:.8rem}
form>label{flex:1 1 9rem;max-width:18rem}
legend{padding:0 0 .2rem}
fieldset{display:flex;flex-wrap:wrap;gap:.35rem 1rem}
label.box{display:flex;align-items:center;gap:.25rem;height:2.2rem;color:var(--ink);font-size:.9333rem}
#shown{flex-basis:100%;color:var(--quiet);font-size:.8667rem}

section{margin-top:2.4rem}
.figures{margin:0}
.figures+.note{padding-bottom:.8rem}
h2{font-size:1.3rem;font-weight:630;letter-spacing:-.012em}
h2+*,.head+*{margin-top:.8rem}
.head{display:flex;justify-content:space-between;align-items:baseline}
.findings>li+li{margin-top:.6rem}
.finding{--tone:var(--warn);border:1px solid var(--rule);border-left:3px solid var(--tone);border-radius:6px;background:var(--panel)}
.finding.bad{--tone:var(--bad)}.finding.bad,.finding.warn{color:var(--ink)}
.finding>summary{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem .65rem;padding:.7rem 1rem;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
.finding>summary .seal{align-self:center}
.finding h3{flex:1 1 16rem;font-size:1rem;font-weight:560}
.finding h3 code{color:var(--quiet);margin-right:.35rem}
.times{color:var(--quiet);font-size:.8667rem}
.body{padding:.2rem 1rem 1rem}
.body>*+*{margin-top:.75rem}
.body>.meta+.meta{margin-top:.15rem}
.differs,.exchange{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:.75rem}
.differs:empty{display:none}
pre{padding:.55rem .75rem;border-radius:5px;background:var(--code);white-space:pre-wrap;max-height:26rem;overflow:auto}
.expected pre{box-shadow:inset 2px 0 var(--good)}.actual pre{box-shadow:inset 2px 0 var(--bad)}
figcaption,.differs dt{margin-bottom:.2rem;color:var(--quiet);font-size:.8rem}
.curl figcaption{display:flex;justify-content:space-between;align-items:end}
.field{color:var(--quiet)}
.fault{margin-bottom:.4rem;color:var(--bad)}

.scroll{overflow-x:auto}
table{width:100%;border-collapse:collapse}
th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top;font-weight:inherit}
thead th{color:var(--quiet);font-size:.8rem;white-space:nowrap}
th:last-child,td:last-child{padding-right:0}
.number{text-align:right}
.operations{min-width:42rem}
.cases td,.cases th{padding-top:.38rem;padding-bottom:.38rem}
.cases td{overflow-wrap:break-word}
.cases td:first-child,.cases td:nth-child(5),.cases .number{white-space:nowrap}
.cases small{display:block}
.gaps li{padding:.35rem 0;border-bottom:1px solid var(--rule)}
footer{margin-top:3rem;padding:1.2rem 0 2rem;border-top:1px solid var(--rule);color:var(--quiet);font-size:.8667rem}
${listing()}
@media (max-width:44rem){
.facts{gap:.6rem 1.4rem}
.cases thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.cases tr{display:flex;flex-wrap:wrap;gap:.1rem .8rem;padding:.55rem 0;border-bottom:1px solid var(--rule)}
.cases th,.cases td{padding:0;border:0;text-align:left;font-size:.8667rem}
.cases th{order:-1;flex:0 0 100%;font-size:1rem}
.cases td:not(:first-child){color:var(--quiet)}
.no{width:2.7rem}
.line ul{padding-left:1rem}
form>label{max-width:none;flex-basis:40%}
}
@media print{form,nav,button,.skip{display:none!important}pre,.listing{max-height:none;overflow:visible}}
`;

/** The document's text with its gutter. */
function listing(): string {
  return `
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.4rem;margin-top:.6rem;font-size:.8667rem}
.mark{display:inline-block;width:1.4em;text-align:center;font-weight:700}
.kept .mark{color:var(--good)}.broken .mark{color:var(--bad)}.partly .mark{color:var(--warn)}.unreached .mark{color:var(--grey)}
.file{margin-top:1.1rem;font-weight:500}
.listing{margin-top:.4rem;padding:.5rem 0;border:1px solid var(--rule);border-radius:6px;background:var(--panel);overflow:auto;max-height:80vh}
.block{min-width:max-content}
.long .block{content-visibility:auto;contain-intrinsic-size:auto 2000px}
.line,.line>summary{display:flex;align-items:baseline;min-height:20px}
details.line{display:block}
.line>summary{cursor:pointer;list-style:none}
.line>summary:hover{box-shadow:inset 0 0 0 100vmax var(--hover)}
.line code{white-space:pre;padding-right:1rem}
.no{flex:none;width:3.6rem;padding-right:.6rem;text-align:right;color:var(--grey);font:12px/20px ui-monospace,Menlo,Consolas,monospace;user-select:none}
.line .mark{flex:none;font-size:12px}
details.kept{background:var(--good-wash)}details.broken{background:var(--bad-wash)}details.partly{background:var(--warn-wash)}details.unreached{background:var(--grey-wash)}
.line:target{outline:2px solid var(--link);outline-offset:-2px}
.name{color:var(--link)}.comment{color:var(--quiet)}
.line ul{padding:.3rem 1rem .5rem 5rem;max-width:min(70rem,calc(100vw - 4rem));white-space:normal;background:var(--panel);border:solid var(--rule);border-width:1px 0}
.line li{display:flex;gap:.3rem;font-size:.8667rem}
.line li b{font-weight:560}
.line li.unreached b{font-weight:400}
`;
}
