/** The document's text with its gutter. */
export const listingStyle = `
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;margin-top:.6rem;font-size:.8667rem}
.legend li{padding:.05rem .6rem .05rem .2rem;border-radius:4px}
.mark{display:inline-block;width:1.4em;text-align:center;font-weight:700}
.covered .mark{color:var(--good)}.violated .mark{color:var(--bad)}.partly .mark{color:var(--warn)}.uncovered .mark{color:var(--grey)}
.covered{background:var(--good-wash)}.violated{background:var(--bad-wash)}.partly{background:var(--warn-wash)}.uncovered{background:var(--grey-wash)}
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
.line{scroll-margin-top:7rem}
.line:target{outline:2px solid var(--link);outline-offset:-2px}
.name{color:var(--link)}.comment{color:var(--quiet)}
.line ul{padding:.3rem 1rem .5rem 5rem;max-width:min(70rem,calc(100vw - 4rem));white-space:normal;background:var(--panel);border:solid var(--rule);border-width:1px 0}
.line li{display:flex;gap:.3rem;background:none;font-size:.8667rem}
.line li b{font-weight:560}
.line li.uncovered b{font-weight:400}
`;
