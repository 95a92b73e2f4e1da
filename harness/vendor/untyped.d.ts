/** Packages without types of their own; load-dredd.ts declares the parts that are used. */
declare module 'dredd' {
  const Dredd: unknown;
  // biome-ignore lint/style/noDefaultExport: That is what a CommonJS module has for ES modules.
  export default Dredd;
}
declare module 'gavel' {
  const gavel: unknown;
  // biome-ignore lint/style/noDefaultExport: That is what a CommonJS module has for ES modules.
  export default gavel;
}
