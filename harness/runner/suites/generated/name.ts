export const GENERATED = 'generated';
