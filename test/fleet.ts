/** Whether every service of the fleets is tested, with every bug and variation; that takes many minutes. */
export const WHOLE = process.env['CONTRACT_TEST_FLEET'] === 'all';

/** Every so manieth of a list, or all of it. */
export function selection<T>(services: readonly T[], every: number): T[] {
  return services.filter((_, index) => WHOLE || index % every === 0);
}
