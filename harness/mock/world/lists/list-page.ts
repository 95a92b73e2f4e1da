import { isNumber } from '../../../core/json/decimal.ts';
import type { JsonValue, Operation } from '../../../core/model.ts';
import type { Contract } from '../../../openapi/contract.ts';
import type { Paging } from '../../../openapi/resources/operations/page-facts.ts';
import { readPosition } from '../../../openapi/resources/operations/paging.ts';
import { effectiveSchema, firstKeyword } from '../../../openapi/schema/effective-schema.ts';
import type { StoredRecord } from '../records/stored-record.ts';
import { type PagingPart, pagingParts, type SentSelection, sentValue } from './paging-parameters.ts';

/** A part of a list, and how to get the others. */
export interface ListPage {
  readonly records: readonly StoredRecord[];
  /** Those of all pages. */
  readonly all: readonly StoredRecord[];
  /** Number of records on all pages. */
  readonly total: number;
  /** Number of records before this page. */
  readonly offset: number;
  /** The offset as requests count it. */
  readonly start: number;
  readonly size: number;
  /** Number of the page, counted as the document counts. */
  readonly number: number;
  readonly pages: number;
  /** What the request gave to select the page. */
  readonly position: JsonValue | undefined;
  /** Value of the query parameter that selects the next page; undefined on the last one. */
  readonly next: JsonValue | undefined;
  /** As {@link next}, for the page before. */
  readonly previous: JsonValue | undefined;
  /** As {@link next}, for the last page; undefined if it is found only by going there, as with cursors. */
  readonly last: JsonValue | undefined;
}

/** What the schema of a list allows. */
export interface ResponseLimits {
  /** The greatest number of items in one response. */
  readonly maxItems: number;
  /** True if the response shows the cursor of the next page as a number. */
  readonly takesNumericCursor: boolean;
}

/** Divides a list into pages by the query parameters of its operation. */
export class Pager {
  private readonly style: Paging['style'];
  private readonly first: number;
  private readonly position: PagingPart | undefined;
  private readonly size: PagingPart | undefined;
  private readonly defaultSize: number | undefined;
  private readonly maxSize: number;
  private readonly isNumericCursor: boolean;
  /** Divides it as other parameters say, where the list has two kinds: `page` and `page_size` beside `offset` and `limit`. */
  private readonly other: Pager | undefined;

  /** @param isSecond whether it is the other one of a list */
  constructor(contract: Contract, operation: Operation, paging: Paging, limits: ResponseLimits, isSecond = false) {
    const { maxItems, takesNumericCursor } = limits;
    const { style, position, size } = pagingParts(contract, operation, paging);
    const second = isSecond ? undefined : secondPaging(contract, operation, paging);
    this.other = second && new Pager(contract, operation, second, limits, true);
    this.style = style;
    this.first = paging.first ?? (style === 'offset' ? 0 : 1);
    this.position = position;
    this.size = size;
    this.defaultSize = numberIn(contract, this.size, 'default');
    this.maxSize = Math.min(maxItems, numberIn(contract, this.size, 'maximum') ?? Number.POSITIVE_INFINITY);
    const schema = this.position?.schema;
    const types = schema === undefined ? [] : effectiveSchema(contract.document, schema, 'request').types;
    const isNumeric = schema !== undefined && !types.includes('string');
    this.isNumericCursor = takesNumericCursor || (style === 'cursor' && isNumeric);
  }

  /** The query parameter that selects the page, or the property of one, such as `page[number]`; undefined if there is none. */
  positionName(sent: SentSelection): string | undefined {
    const { position } = this.chosenBy(sent);
    return position?.parameter && position.name;
  }

  /** True if a request says something of a page, beside what means the same of another kind. */
  private isAsked(sent: SentSelection, other: Pager): boolean {
    const isOwnSize = other.size?.name !== this.size?.name;
    return [this.position, isOwnSize ? this.size : undefined].some((part) => sentValue(part, sent) !== undefined);
  }

  /** The one of the two kinds that a request uses. */
  private chosenBy(sent: SentSelection): Pager {
    const { other } = this;
    return other?.isAsked(sent, this) && !this.isAsked(sent, other) ? other : this;
  }

  page(records: readonly StoredRecord[], sent: SentSelection): ListPage {
    const chosen = this.chosenBy(sent);
    if (chosen !== this) return chosen.page(records, sent);
    const total = records.length;
    const requested = asCount(sentValue(this.size, sent));
    const size = Math.max(0, Math.min(requested ?? this.defaultSize ?? this.maxSize, this.maxSize));
    const offset = Math.min(total, this.offset(records, sent, size));
    const shown = offset === 0 && size >= total ? records : records.slice(offset, offset + size);
    const end = offset + shown.length;
    const step = Number.isFinite(size) && size > 0 ? size : Math.max(1, total);
    const pages = Math.ceil(total / step);
    const { style } = this;
    return {
      records: shown,
      all: records,
      total,
      offset,
      start: this.style === 'offset' ? offset + this.first : offset,
      size: Number.isFinite(size) ? size : total,
      number: Math.floor(offset / step) + this.first,
      pages,
      position: sentValue(this.position, sent),
      next: end < total && shown.length > 0 ? this.positionOf(end, step, records) : undefined,
      last:
        style === 'cursor' || style === 'after'
          ? undefined
          : this.positionOf(Math.max(0, pages - 1) * step, step, records),
      previous: offset > 0 ? this.positionOf(Math.max(0, offset - step), step, records) : undefined,
    };
  }

  /** Where the next page is shown as a number, an identifier that is none cannot name its beginning. */
  private styleFor([first]: readonly StoredRecord[]): Paging['style'] {
    const isShowable = !this.isNumericCursor || typeof identifierOf(first) !== 'string';
    return this.style === 'after' && !isShowable ? 'cursor' : this.style;
  }

  private offset(records: readonly StoredRecord[], sent: SentSelection, size: number): number {
    const value = sentValue(this.position, sent);
    if (value === undefined) return 0;
    switch (this.styleFor(records)) {
      case 'offset':
        return Math.max(0, (asCount(value) ?? 0) - this.first);
      case 'page':
        // Without a size, the first page has all records, and the others have none.
        return Math.max(0, (asCount(value) ?? 0) - this.first) * (Number.isFinite(size) ? size : records.length);
      case 'cursor':
        return this.readCursor(value, records);
      case 'after':
        return records.findIndex((record) => String(identifierOf(record)) === String(value)) + 1;
      case 'none':
        return 0;
    }
  }

  private positionOf(offset: number, step: number, records: readonly StoredRecord[]): JsonValue | undefined {
    switch (this.styleFor(records)) {
      case 'offset':
        return offset + this.first;
      case 'page':
        return Math.floor(offset / step) + this.first;
      case 'cursor':
        return this.writeCursor(offset, records);
      case 'after':
        return identifierOf(records[offset - 1]);
      case 'none':
        return undefined;
    }
  }

  /** A cursor names the record before the page, so that it holds while others are created and deleted. */
  private writeCursor(offset: number, records: readonly StoredRecord[]): JsonValue | undefined {
    const sequence = records[offset - 1]?.sequence ?? 0;
    if (this.isNumericCursor) return sequence;
    // Three bytes are four characters of base64, so that no padding is missing where a pattern asks for it.
    const digits = String(sequence);
    return Buffer.from(`after ${digits.padStart(Math.ceil(digits.length / 3) * 3, '0')}`).toString('base64url');
  }

  /** An unknown cursor stands for the first page. */
  private readCursor(value: JsonValue, records: readonly StoredRecord[]): number {
    const text = String(value);
    const decoded = this.isNumericCursor ? text : /^after (\d+)$/.exec(Buffer.from(text, 'base64url').toString())?.[1];
    const sequence = Number(decoded ?? 0);
    const at = records.findIndex((record) => record.sequence === sequence);
    if (at !== -1) return at + 1;
    const later = records.findIndex((record) => record.sequence > sequence);
    return sequence === 0 ? 0 : later === -1 ? records.length : later;
  }
}

/** The other way to select a page, by numbers, of what the first leaves; its size may be that of the first. */
function secondPaging({ document }: Contract, operation: Operation, paging: Paging): Paging | undefined {
  if (paging.in !== 'query' || paging.position === undefined) return undefined;
  const left = operation.parameters.filter(
    ({ in: place, name }) => place === 'query' && name !== paging.position && name !== paging.size,
  );
  const { style, position, size = paging.size } = readPosition(left.map(({ name }) => name));
  const schema = left.find(({ name }) => name === position)?.schema;
  const types: readonly string[] = schema === undefined ? [] : effectiveSchema(document, schema, 'request').types;
  const isNumber = types.includes('integer') || types.includes('number');
  if ((style !== 'page' && style !== 'offset') || style === paging.style || !isNumber) return undefined;
  return { ...paging, style, position, size, first: undefined };
}

function asCount(value: JsonValue | undefined): number | undefined {
  const number = isNumber(value) || typeof value === 'string' ? Number(String(value)) : Number.NaN;
  return Number.isFinite(number) ? Math.floor(number) : undefined;
}

function numberIn(contract: Contract, part: PagingPart | undefined, keyword: string): number | undefined {
  if (part?.schema === undefined) return undefined;
  return asCount(firstKeyword(effectiveSchema(contract.document, part.schema, 'request'), keyword));
}

function identifierOf(record: StoredRecord | undefined): JsonValue | undefined {
  return record && [...record.path.values()].at(-1);
}
