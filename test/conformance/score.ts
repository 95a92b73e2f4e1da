/** A case of a suite that went otherwise than the suite says. */
export interface Departure {
  readonly name: string;
  readonly problem: string;
}

export interface Score {
  readonly total: number;
  readonly departures: readonly Departure[];
}
