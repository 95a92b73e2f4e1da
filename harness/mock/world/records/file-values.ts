import { parseNumber } from '../../../core/json/index.ts';
import type { JsonValue } from '../../../core/model.ts';
import type { UploadedFile } from '../../../openapi/body/uploaded-files.ts';
import { topName, words } from '../../../openapi/resources/names.ts';
import type { PlacedValue } from './draft.ts';
import type { RecordShape } from './record-shape.ts';

/** A larger picture is not shown in a URL. */
const MAX_URL_BYTES = 256 * 1024;

/** What records say of a file, by the words of a property's name. */
const RULES: readonly (readonly [name: RegExp, value: (file: UploadedFile) => JsonValue | undefined])[] = [
  [/^(original )?(file ?name|name)$|^(file|document|attachment|image|photo|original) name$/, ({ name }) => name],
  [
    /^((file|byte|content|image) ?)?(size|length|bytes)( (in )?bytes)?$/,
    ({ bytes }) => parseNumber(String(bytes.length)),
  ],
  [/^(file )?(mime|content|media) ?type$/, ({ type }) => type],
  [/^(file )?extension$|^file ?type$/, ({ name }) => /\.(\w+)$/.exec(name ?? '')?.[1]],
  [/^((image|photo|picture|avatar|thumbnail|thumb|file|preview|download|public) )?(url|uri|src|href)$/, pictureUrl],
];

function pictureUrl({ type, bytes }: UploadedFile): string | undefined {
  if (!type.startsWith('image/') || bytes.length > MAX_URL_BYTES) return undefined;
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Returns what a record of an uploaded file says of it, where only the service sets that: its name, size and type, and a picture itself. */
export function fileValues({ serverSet }: RecordShape, file: UploadedFile | undefined): PlacedValue[] {
  if (!file) return [];
  return serverSet.flatMap((pointer): PlacedValue[] => {
    const phrase = words(topName(pointer) ?? '').join(' ');
    const value = RULES.find(([name]) => name.test(phrase))?.[1](file);
    return value === undefined ? [] : [[pointer, value]];
  });
}
