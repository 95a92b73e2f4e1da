import { acceptedType } from '../../generate/requests/build-request.ts';
import { isMediaRange, matchMediaType, type ParsedMediaType, parseMediaType } from '../../openapi/media-type.ts';

/** How much a request wants a media type. */
interface Preference {
  readonly type: string;
  /** From 0, not acceptable, to 1. */
  readonly quality: number;
  /** Whether the request names the type, rather than a range of types. */
  readonly isNamed: boolean;
}

/**
 * Writes an Accept header so that no two of the declared types are equal: by quality, then those that are named before those of a range,
 * then in the order of the document (RFC 9110 section 12.5.1 leaves the choice to the server).
 * @returns undefined if anything is acceptable; the header as it is if nothing that the document declares is acceptable
 */
export function rankAccept(accept: string, declared: readonly string[]): string | undefined {
  const types = [...new Set(declared)];
  const ranges = splitList(accept).flatMap((each) => parseMediaType(each) ?? []);
  const wanted = types.map((type) => preferenceFor(type, ranges)).filter(({ quality }) => quality > 0);
  if (wanted.length === 0) return accept;
  wanted.sort((a, b) => b.quality - a.quality || Number(b.isNamed) - Number(a.isNamed));
  // Prism finds what the document declares as `*/*` only if nothing is asked for.
  if (wanted[0]?.type.startsWith('*/*')) return undefined;
  return wanted.map(({ type }, index) => `${acceptedType(type)};q=${(1 - index / 1000).toFixed(3)}`).join(', ');
}

function preferenceFor(type: string, ranges: readonly ParsedMediaType[]): Preference {
  const parsed = parseMediaType(type);
  const [best] = ranges
    .map((range) => ({ range, specificity: parsed ? specificityOf(range, parsed) : 0 }))
    .filter(({ specificity }) => specificity > 0)
    .sort((a, b) => b.specificity - a.specificity);
  if (!best) return { type, quality: 0, isNamed: false };
  return { type, quality: qualityOf(best.range), isNamed: best.specificity >= NAMED };
}

const NAMED = 3;

/** 0 if the type is not in the range; the more a range says, the more it counts. */
function specificityOf(range: ParsedMediaType, type: ParsedMediaType): number {
  if (range.essence === '*/*') return 1;
  // Of a declared range, the type that the request wants can be sent.
  if (isMediaRange(type.essence) && matchMediaType([{ type: type.essence }], range.essence)) return 2;
  if (range.essence.endsWith('/*')) return type.essence.startsWith(range.essence.slice(0, -1)) ? 2 : 0;
  if (range.essence !== type.essence) return 0;
  const own = ownParameters(range);
  const isSame = own.every(([name, value]) => type.parameters.get(name)?.toLowerCase() === value.toLowerCase());
  return isSame ? NAMED + own.length : 0;
}

/** Without what follows the weight, which is not about the type, and without the charset, which is UTF-8 anyway. */
function ownParameters({ parameters }: ParsedMediaType): [name: string, value: string][] {
  const all = [...parameters];
  const weight = all.findIndex(([name]) => name === 'q');
  return (weight === -1 ? all : all.slice(0, weight)).filter(([name]) => name !== 'charset');
}

function qualityOf({ parameters }: ParsedMediaType): number {
  const quality = Number(parameters.get('q') ?? 1);
  return quality >= 0 && quality <= 1 ? quality : 0;
}

/** Splits at commas that are in no quoted string. */
function splitList(text: string): string[] {
  return text.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? [];
}
