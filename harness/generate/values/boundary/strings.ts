import { isNumber } from '../../../core/json/decimal.ts';
import type { JsonValue } from '../../../core/model.ts';
import { type EffectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import { isDisputed, STRING_FORMATS } from '../../../openapi/schema/keywords/format.ts';
import { codePoints } from '../../../openapi/schema/keywords/string.ts';
import type { CandidateValue } from './candidate-value.ts';

/** Strings that are valid without further keywords, and that services often mishandle. */
const UNREMARKABLE_STRINGS: readonly (readonly [label: string, text: string])[] = [
  ['is empty', ''],
  ['is one character', 'x'],
  ['is a space', ' '],
  ['has spaces around it', '  padded  '],
  ['has accented letters and a no-break space', 'Ångström\u00a0Ünïcödé ñ'],
  ['has combining characters', 'e\u0301a\u0308o\u0302'],
  ['is in other scripts', '日本 عربي עבר Ελ Жук 한국 हि'],
  ['has an astral character', '😀'],
  ['has joined emoji', '👩\u200d🔬 🏳️\u200d🌈'],
  ['has astral letters', '𝓼𝓵𝓸𝔀 𠜎'],
  ['looks like a number', '123'],
  ['looks like a negative decimal', '-1.5e3'],
  ['looks like true', 'true'],
  ['looks like false', 'false'],
  ['looks like null', 'null'],
  ['looks like undefined', 'undefined'],
  ['looks like NaN', 'NaN'],
  ['looks like an empty array', '[]'],
  ['looks like JSON', '{"a":1}'],
  ['has quotes', `it's "quoted" \`so\``],
  ['has SQL', "x'); DROP TABLE t; --"],
  // As long as random strings of this kind get.
  ['has HTML', '<b>&amp;</b><script>alert("12")</script>'],
  ['has slashes', '../a/b\\c'],
  ['has percent signs', '100% %41 %zz %00'],
  ['has punctuation, including query delimiters', 'a&b=c?d#e+f;g,h@i|j~k^l*m!n:o'],
  ['has template characters', '$' + '{a} {{b}} #{c} $(d)'],
  ['is __proto__', '__proto__'],
  ['is constructor', 'constructor'],
  ['starts with a zero', '007'],
  ['is a date', '2024-02-30'],
];

/**
 * Strings that a limit in bytes or UTF-16 code units may truncate inside a character: at every offset one of them has a
 * character that spans it, the last ones at the sizes of common database columns.
 */
const LONG_STRINGS: readonly (readonly [label: string, text: string])[] = [
  ['is 300 two-byte characters', 'é'.repeat(300)],
  ['is 299 two-byte characters after a one-byte one', `x${'é'.repeat(299)}`],
  ['is 299 three-byte characters after a one-byte one', `x${'語'.repeat(299)}`],
  ['is 300 four-byte characters', '😀'.repeat(300)],
  ['is 299 four-byte characters after a one-byte one', `x${'😀'.repeat(299)}`],
  ['is 72,000 bytes of three-byte characters', `xx${'語'.repeat(24_000)}`],
];

/** Strings that are unspecified without a declared length or pattern. */
const UNSPECIFIED_STRINGS: readonly (readonly [label: string, text: string])[] = [
  ['is 300 characters', 'long '.repeat(60)],
  ['is 5,000 characters', 'long '.repeat(1000)],
  ['is 70,000 characters', 'x'.repeat(70_000)],
  ...LONG_STRINGS,
  ['has a line break', 'two\nlines'],
  ['has a tab', 'a\tb'],
  ['has control characters with short escapes', '\b\t\n\f\r'],
  ['has a NUL character', 'a\u0000b'],
  ['has control characters', '\u0001\u001f\u007f\u009f'],
  ['has a lone surrogate', 'a\ud800b'],
  ['has a noncharacter', 'a\uffffb'],
  ['has a byte order mark', '\ufeffmark'],
  ['has text direction marks', '\u202eright to left'],
  ['has line separators', 'a\u2028b\u2029c'],
];

/** Returns unremarkable and edge-case strings, strings at the declared lengths, and violations of the format. */
export function stringCandidates(effective: EffectiveSchema, base: JsonValue): CandidateValue[] {
  const format = String(firstKeyword(effective, 'format') ?? '');
  const validated = format === '' || STRING_FORMATS.includes(format);
  const unremarkable = UNREMARKABLE_STRINGS.map(([label, value]) => ({ label, value, isUnspecified: !validated }));
  const unspecified = UNSPECIFIED_STRINGS.map(([label, value]) => ({ label, value, isUnspecified: true }));
  const all = [
    ...unremarkable,
    ...unspecified,
    ...lengthCandidates(effective, base),
    ...invalidFormatCandidates(format),
  ];
  return all.map((each) =>
    isDisputed(format, String(each.value)) || isShortWhenTrimmed(effective, String(each.value))
      ? { ...each, isUnspecified: true }
      : each,
  );
}

/** Services may trim text before they look at its length. */
function isShortWhenTrimmed(effective: EffectiveSchema, text: string): boolean {
  const min = Number(firstKeyword(effective, 'minLength') ?? 0);
  return min > 0 && codePoints(text) >= min && codePoints(text.trim()) < min;
}

function lengthCandidates(effective: EffectiveSchema, base: JsonValue): CandidateValue[] {
  const min = firstKeyword(effective, 'minLength');
  const max = firstKeyword(effective, 'maxLength');
  const sized = (size: number) => resize(typeof base === 'string' ? base : '', size);
  const candidates: CandidateValue[] = [];
  if (isNumber(min) && Number(min) > 0)
    candidates.push(
      { label: 'has minLength', value: sized(Number(min)), keyword: 'minLength' },
      { label: 'is just shorter than minLength', value: sized(Number(min) - 1) },
    );
  if (isNumber(max) && Number(max) < 100_000)
    candidates.push(
      { label: 'has maxLength', value: sized(Number(max)), keyword: 'maxLength' },
      { label: 'has maxLength in astral characters', value: '😀'.repeat(Number(max)), keyword: 'maxLength' },
      { label: 'is just longer than maxLength', value: sized(Number(max) + 1) },
    );
  return candidates;
}

function resize(text: string, size: number): string {
  return text.slice(0, size).padEnd(size, 'x');
}

function invalidFormatCandidates(format: string): CandidateValue[] {
  if (!STRING_FORMATS.includes(format)) return [];
  const near: Record<string, readonly string[]> = {
    date: ['2024-02-30', '2024-13-01', '24-01-01'],
    'date-time': ['2024-02-30T12:00:00Z', '2024-01-01 noon', '2024-01-01'],
    uuid: ['123e4567-e89b-12d3-a456-42661417400g', '123e4567'],
    ipv4: ['192.0.2.256', '192.0.2'],
    ipv6: ['2001:db8::1::2', '12345::'],
    byte: ['***'],
    email: ['nobody'],
  };
  const texts = [`not a ${format}`, ...(near[format] ?? [])];
  return texts.map((value) => ({ label: `is ${JSON.stringify(value)}, not a valid ${format}`, value }));
}
