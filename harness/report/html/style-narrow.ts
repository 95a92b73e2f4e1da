/** Where a table has no room it becomes a list of its rows, and on a phone the filter folds. */
export const narrowStyle = `
@media (max-width:60rem){
thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
tbody tr{display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:.6rem 0;border-bottom:1px solid var(--rule)}
tbody :is(th,td),.cases tbody :is(th,td){padding:0;border:0;text-align:left;font-size:.8667rem}
tbody th{flex:0 0 100%;font-size:1rem}
.cases th{order:-1}
.cases td:not(.verdict){color:var(--quiet)}
.operations .verdict{flex:0 0 100%}
.operations .number{width:auto}
.operations .none{display:none}
.operations [data-label]::before{content:attr(data-label) " ";color:var(--quiet)}
}
@media (max-width:44rem){
.top .wrap{padding-top:1.1rem;padding-bottom:1.1rem}
.trouble .says{display:block;margin:0}
nav ul{gap:1.1rem}
#theme span{position:absolute;clip-path:inset(50%)}
#theme::before{content:"◐"}
.facts{gap:.15rem 1.2rem}
.figures{grid-template-columns:1fr 1fr;gap:1rem 1.25rem}
.figure b{display:block}
.filters>summary{display:flex;justify-content:space-between;align-items:center;padding-right:.3rem}
.filters form{border-bottom:0;padding-top:.2rem}
form>label{max-width:none;flex-basis:40%}
.finding>summary{grid-template-columns:auto 1fr auto;padding:.7rem .75rem}
.times,.where{grid-column:2/4}
.body{padding:.2rem .75rem 1rem}
.no{width:2.7rem}
.line ul{padding-left:1rem}
}
`;
