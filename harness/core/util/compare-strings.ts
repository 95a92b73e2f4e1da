/** Orders strings by code unit: a comparison by locale takes 15 ms for the first time. */
export function compareStrings(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
